import type { Room } from './room.ts'
import { board } from './rooms/board.ts'
import { connect } from './rooms/connect.ts'
import { inbox, unkept } from './rooms/inbox.ts'
import { ended, links } from './rooms/links.ts'
import { phoneRoom } from './rooms/phone.ts'
import { newcomers, settings } from './rooms/settings.ts'
import { texts } from './rooms/texts.ts'
import { today } from './rooms/today.ts'
import { visits } from './rooms/visits.ts'

export const rooms: Room[] = [
  visits,
  ended,
  links,
  newcomers,
  inbox,
  unkept,
  board,
  texts,
  today,
  settings,
  connect,
  phoneRoom,
]
