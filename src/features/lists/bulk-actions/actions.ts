import type { Action } from './action-rules.ts'
import { ofCounters } from './counters-rules.ts'
import { IMPORTS, type Import } from './kind-rules.ts'
import { ofOffice } from './office-rules.ts'
import { ofPeople } from './people-rules.ts'
import { ofScreens } from './screens-rules.ts'

/** By their names, in the order of their buttons. */
export const ACTIONS: Readonly<Record<string, Action>> = { ...ofScreens, ...ofPeople, ...ofCounters, ...ofOffice }

/** What is done to many rows, of a list or of a file. */
export const actionOf = (name: string): Action | Import | undefined =>
  Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : Object.hasOwn(IMPORTS, name) ? IMPORTS[name] : undefined

export const isImport = (action: Action | Import): action is Import => 'needs' in action
