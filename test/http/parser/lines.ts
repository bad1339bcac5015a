import { inboard } from '../../support/service/shared.ts'

export const person = await inboard.signIn()

export const host = 'Host: localhost\r\n'
export const alive = `GET /healthz HTTP/1.1\r\n${host}\r\n`
export const toInbox = (headers: string, body: string) =>
  `POST /api/inbox/cards HTTP/1.1\r\n${host}Authorization: Bearer ${person.token}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
export const weed = '{"text":"Weed"}'
export const inboxSize = async () => (await person.client.listInboxCards()).cards.length
