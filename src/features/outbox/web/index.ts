export { Outbox } from './Outbox.tsx'
