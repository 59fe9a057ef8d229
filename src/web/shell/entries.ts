import { features } from '../features.ts'

/** What the registered features put into the sidebar. */
export const navEntries = features.flatMap(({ nav = [] }) => nav)
