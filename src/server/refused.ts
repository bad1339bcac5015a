/** What was asked for cannot be done: why, in a sentence for a person. */
export class Refused extends Error {
  override name = 'Refused'
}
