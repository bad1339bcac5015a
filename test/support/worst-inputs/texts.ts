/** A text of about this many UTF-16 units. */
type WorstText = (size: number) => string

const repeated =
  (unit: string): WorstText =>
  (size) =>
    unit.repeat(Math.max(1, Math.floor(size / unit.length)))

/** Half of one, then half of the other. */
const halves =
  (one: string, other: string): WorstText =>
  (size) =>
    repeated(one)(size / 2) + repeated(other)(size / 2)

/** Texts that are expensive to normalise, fold, split, trim, cut, match or count. */
export const worstTexts: Record<string, WorstText> = {
  letters: repeated('a'),
  words: repeated('word '),
  sentences: repeated('No end. '),
  'spaces, then a letter': (size) => `${' '.repeat(size)}x`,
  'a letter, then spaces, then a letter': (size) => `x${' '.repeat(size)}x`,
  'tabs and spaces': repeated('\t '),
  slashes: repeated('/'),
  'slashes among letters': repeated('a/'),
  'slashes among spaces': repeated(' / '),
  quotes: repeated('"'),
  'quotes among letters': repeated('a"'),
  commas: repeated(','),
  'colons and commas': repeated('a:,'),
  'almost pairs': repeated(':To do'),
  brackets: repeated('['),
  'closed brackets': repeated('[]'),
  braces: repeated('{'),
  backslashes: repeated('\\'),
  sharps: repeated('#'),
  'sharps among spaces': repeated(' #'),
  dashes: repeated('-'),
  'dashes among spaces': repeated('- '),
  stars: repeated('* '),
  digits: repeated('1'),
  boxes: repeated('- [ ] '),
  'items on lines': repeated('- a\n'),
  'headings on lines': repeated('# a\n'),
  fences: repeated('```\n'),
  'empty lines': repeated('\n'),
  'lines of every kind': repeated('a\r\n\r\n\ra\n\r'),
  'line separators': repeated('a\u2028b\u2029c\u0085d\v\f'),
  'marks in any order': repeated('\u0301\u0323'),
  'marks in the wrong order': halves('\u0301', '\u0323'),
  'letters with many marks': repeated(`e${'\u0301\u0323'.repeat(50)}`),
  'spaces with marks': repeated(' \u0301\u0323'),
  'letters that become eighteen': repeated('\ufdfa'),
  'letters that become two': repeated('ﬃ½ế'),
  'halves of katakana': repeated('ｶﾞﾟ'),
  syllables: repeated('각'),
  'capitals that grow': repeated('İΣ'),
  'everything wide': repeated('Ａ　'),
  families: repeated('👩‍👩‍👧‍👦'),
  flags: repeated('🇩🇪'),
  joiners: repeated('\u200d'),
  'byte order marks': repeated('\ufeff'),
  'pairs of surrogates': repeated('🪴'),
  'halves of surrogates': repeated('\ud83e'),
  'surrogates the wrong way round': repeated('\udeb4\ud83e'),
  NULs: repeated('\0'),
  'ticked marks': repeated('▫▪'),
}
