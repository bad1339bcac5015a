/**
 * Changes that came with a mend and that nobody can see undone, so that no test can find them: each by the id
 * that `--list` shows, with what was found when it was looked at. Another change of its commit is taken
 * instead, or another commit.
 */
export const equivalent: ReadonlyMap<string, string> = new Map([
  ['564cd9feb821', 'every caller names the person: the default is never used'],
  ['d7bfde8720a8', 'the same expression in other words'],
  ['f82112d3a66d', 'nothing is confirmed yet when what is on the disk is opened'],
  ['67d7821e663c', 'the drawer itself opens on a narrow screen alone; this saves a look at what is where'],
  ['7d9f693b50f7', 'the same expression in other words'],
  ['d174791a9be9', 'all that this takes from what was known before is replaced by what is on the disk'],
  ['9939b7a5b882', 'nobody reads what this returns'],
  ['bf9501c4f683', 'a word that all keys for cards have, or none: they still differ from those for projects'],
])
