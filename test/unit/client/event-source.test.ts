import { testEventSource } from './event-source.ts'

testEventSource(100)
