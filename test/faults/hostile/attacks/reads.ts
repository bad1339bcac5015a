import { worstTexts } from '../../../support/worst-inputs/texts.ts'
import { type Attack, get, inTurn } from '../attack.ts'

export const search = (q: string) => `/api/search?limit=200&q=${encodeURIComponent(q)}`

/** As long as a head of 16 KiB allows. */
const worstQueries = Object.values(worstTexts).map((make) =>
  search(`x ${make(900).toWellFormed().replaceAll('\0', ' ')}`),
)

const calendar = (token: string, headers = {}) => get(`/calendar/${token}.ics`, { token: 'none' }, headers)

export const reads: Attack[] = [
  { name: 'lists', request: ({ inbox }) => get('/api/inbox/cards', inbox) },
  {
    name: 'compressed lists',
    request: ({ inbox }, number) =>
      get('/api/inbox/cards', inbox, { 'accept-encoding': inTurn(['zstd', 'br', 'gzip'], number) }),
  },
  { name: 'snapshots', request: ({ inbox }) => get('/api/changes', inbox) },
  { name: 'pages of changes', request: ({ inbox }) => get('/api/changes?since=0', inbox) },
  {
    name: 'compressed pages of changes',
    request: ({ inbox }) => get('/api/changes?since=0', inbox, { 'accept-encoding': 'gzip' }),
  },
  { name: 'projects', request: ({ columns }) => get('/api/projects', columns) },
  {
    name: 'searches',
    request: ({ inbox }, number) => get(search(inTurn(['nothing at all', 'é'], number)), inbox),
  },
  {
    name: 'searches among marks',
    connections: 2,
    request: ({ marks }, number) =>
      get(search(inTurn(['nothing at all', 'x\u0301\u0323', 'é'], number)), marks),
  },
  { name: 'worst searches', request: ({ inbox }, number) => get(inTurn(worstQueries, number), inbox) },
  {
    name: 'worst searches among marks',
    request: ({ marks }, number) => get(inTurn(worstQueries, number), marks),
  },
  { name: 'bins', request: ({ bin }) => get('/api/bin', bin) },
  { name: 'exports', request: ({ inbox }) => get('/api/export', inbox) },
  { name: 'calendars', request: ({ dated }) => calendar(dated.token) },
  {
    name: 'compressed calendars',
    request: ({ dated }, number) =>
      calendar(dated.token, { 'accept-encoding': inTurn(['zstd', 'br', 'gzip'], number) }),
  },
  {
    name: 'guessed calendars',
    request: ({ dated }, number, connection) =>
      calendar(`${dated.token.slice(0, -8)}${number}_${connection}`),
  },
  { name: 'streams', request: ({ ordered }) => get('/api/events?since=0', ordered) },
]
