import type { Role } from '../desk.ts'
import { accounts } from './accounts.ts'
import { cubeDesk } from './cubes.ts'
import { frontDesk } from './front-desk.ts'
import { management } from './management.ts'
import { marketing } from './marketing.ts'

/** Staff have them in turn. */
export const ROLES: readonly Role[] = [frontDesk, accounts, management, marketing, cubeDesk]
