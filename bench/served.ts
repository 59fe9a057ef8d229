/** The servers of a measurement: processes of their own, which end with it. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { hashPassword } from '#server/auth/password.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'

const START_MS = 120_000
export const SIGN_IN = { email: 'bench@marquee.example', password: 'marquee-bench' }

/** Settings with which a child reaches the filled database. */
type Place = Record<string, string>

/** @param program the path of a file, from this folder */
export async function startChild(program: string, place: Place, args: readonly string[] = []) {
  const child = fork(path.resolve(import.meta.dirname, program), args, {
    // The log is written as in operation, to nowhere.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, ...place, PORT: '0', DEMO: 'off' },
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} ended before it was ready`)
  })
  ended.catch(() => {})
  const [address] = await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(START_MS) }), ended])
  return { child, address: address as string }
}

export async function stopChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

export async function signIn(address: string, email = SIGN_IN.email): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...SIGN_IN, email }),
  })
  const body = (await answer.json()) as { data: { tokens: { access_token: string } }; message?: string }
  if (!answer.ok) throw new Error(`Cannot sign in: ${body.message}`)
  return body.data.tokens.access_token
}

export async function addWhoSignsIn(db: Db) {
  await addAdmin(db, {
    email: SIGN_IN.email,
    firstName: 'Bench',
    lastName: 'Mark',
    userType: 'Super Admin',
    roleId: await defaultRoleId(db),
    passwordHash: await hashPassword(SIGN_IN.password),
  })
}

/** Listens on a free port, tells the program that started this one where, and ends with it. */
export function serveUntilLeft(server: Server, close: () => Promise<void>): void {
  server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  process.once('disconnect', async () => {
    server.close()
    server.closeAllConnections()
    await close()
    process.exit(0)
  })
}
