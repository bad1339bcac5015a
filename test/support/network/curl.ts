// The options of curl that docs/api.md uses, for machines without curl.
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: {
    silent: { type: 'boolean', short: 's' },
    'fail-with-body': { type: 'boolean' },
    'write-out': { type: 'string', short: 'w', default: '' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
  allowPositionals: true,
})
const { request, header, data } = values
const response = await fetch(positionals[0] ?? '', {
  method: request ?? (data === undefined ? 'GET' : 'POST'),
  headers: header.map((line): [string, string] => {
    const [, name = '', value = ''] = /^(.*?): *(.*)$/.exec(line) ?? []
    return [name, value]
  }),
  ...(data !== undefined && { body: data }),
})
process.stdout.write((await response.text()) + values['write-out'].replaceAll('\\n', '\n'))
if (!response.ok) process.exitCode = 22
