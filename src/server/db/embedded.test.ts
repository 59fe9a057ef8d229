import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from './connect.ts'

const writer = path.join(import.meta.dirname, 'embedded-writer.fixture.ts')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'marquee embedded '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const startWriter = () => {
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, lines: createInterface({ input: child.stdout }) }
}
const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the embedded database', () => {
  test('kill -9 while writing loses no answered write, time after time', async () => {
    let answered = 0
    for (let round = 0; round < 3; round++) {
      const { child, lines } = startWriter()
      const stopAt = answered + 60 + round * 17
      for await (const line of lines) {
        answered = Number(line)
        if (answered >= stopAt) break
      }
      await kill(child)
      const database = await connect({ dataDir: folder })
      const { rows } = await database.pool.query<{ n: number; top: number }>(
        'select count(*)::int as n, max(n)::int as top from written',
      )
      await database.close()
      expect(rows[0]!.top).toBeGreaterThanOrEqual(answered)
      expect(rows[0]!.n).toBe(rows[0]!.top)
      answered = rows[0]!.top
    }
  }, 120_000)

  test('a second process on the same folder is refused with a sentence, and the first goes on', async () => {
    const { child, lines } = startWriter()
    await once(lines, 'line')
    const second = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    second.stderr.on('data', (chunk) => (words += chunk))
    const [code] = await once(second, 'close')
    expect(code).toBe(1)
    expect(words).toMatch(/The data folder is in use by another Marquee .* set DATA_DIR to another folder/)
    await once(lines, 'line')
    await kill(child)
  }, 60_000)

  test('an error in a statement or a transaction leaves the connection in good order', async () => {
    const database = await connect({ dataDir: folder })
    await expect(database.pool.query('select no_such_column')).rejects.toMatchObject({ code: '42703' })
    await expect(
      database.db.transaction(async (tx) => {
        await tx.execute('insert into written values (-1)')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    const { rows } = await database.pool.query('select count(*)::int as n from written where n < 0')
    expect(rows).toEqual([{ n: 0 }])
    await database.close()
  }, 60_000)

  test('that stops on a fault of its disk is begun anew, with what was written', async () => {
    const database = await connect({ dataDir: folder })
    await database.pool.query('insert into written values (-2)')
    const wal = path.join(folder, 'database', 'pg_wal')
    await rename(wal, `${wal} away`)
    await database.pool.query('select pg_switch_wal()')
    await database.pool.query('checkpoint').catch(() => {})
    await rename(`${wal} away`, wal)
    const left = () => database.pool.query('select n from written where n < 0').catch((error: Error) => error)
    await expect(left()).resolves.toBeInstanceOf(Error)
    await expect.poll(left, { timeout: 30_000 }).toMatchObject({ rows: [{ n: -2 }] })
    await database.close()
  }, 60_000)
})
