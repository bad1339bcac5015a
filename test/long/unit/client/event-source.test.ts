import { testEventSource } from '../../../unit/client/event-source.ts'

testEventSource(1000)
