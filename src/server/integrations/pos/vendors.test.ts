import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { peerFaults, type Peer } from '#server/test/peer.ts'
import { recordsOf } from '#server/test/pos.ts'
import { veeziFilm, veeziPeer, veeziSession } from '#server/test/veezi-peer.ts'
import { vistaCinema, vistaFilm, vistaPeer, vistaSession, vistaSettings } from '#server/test/vista-peer.ts'
import { IntegrationError } from '../error.ts'
import type { Vendor } from '../vendor.ts'
import type { PointOfSale } from './port.ts'
import { veeziPointOfSale } from './veezi.ts'
import { vistaPointOfSale } from './vista.ts'

const ZONE = 'Africa/Lagos'
const clock = { now: () => new Date('2026-11-25T11:00:00Z') }
const TRIES = 4

type More = Pick<Partial<Vendor>, 'timeoutMs' | 'wait'>
type Outside = { peer: Peer; open: (more: More) => PointOfSale }

async function vista(): Promise<Outside> {
  const peer = await vistaPeer({
    cinemas: [vistaCinema('0004', 'Marquee Lekki')],
    films: [vistaFilm('HO00000001', 'The Wedding')],
    sessions: [vistaSession('0000000101', '0004', 'HO00000001', '2026-11-25T18:30:00')],
  })
  peer.token = 'a-secret-token'
  return { peer, open: (more) => vistaPointOfSale(vistaSettings(peer), ZONE, clock, more) }
}

async function veezi(): Promise<Outside> {
  const site = {
    site: { Name: 'Marquee Lekki' },
    screens: [{ Id: 1, Name: 'Screen 1', ScreenNumber: '1', TotalSeats: 100 }],
    films: [veeziFilm('HO00000001', 'The Wedding')],
    sessions: [veeziSession(101, 'HO00000001', '2026-11-25T18:30:00')],
  }
  const peer = await veeziPeer({ 'a-secret-token': site })
  const settings = { url: peer.url, sites: { '0004': 'a-secret-token' }, states: {} }
  return { peer, open: (more) => veeziPointOfSale(settings, ZONE, clock, more) }
}

const messages: Record<keyof typeof peerFaults, string> = {
  slow: 'did not answer within 0 seconds',
  unauthorised: 'rejected our access key',
  forbidden: 'rejected our access key',
  missing: "Check its address in the server's configuration.",
  busy: 'is rate-limiting us (429). Try again in a minute.',
  busyForASecond: 'is rate-limiting us (429). Try again in 1 second.',
  broken: 'reported an error (500)',
  cutOff: 'closed the connection early',
  wrongJson: 'sent an answer that is not JSON',
}

describe.each([
  ['vista', vista, 'The point of sale '],
  ['veezi', veezi, 'The point of sale of cinema 0004 '],
] as const)('%s', (_, start, name) => {
  let outside: Outside
  beforeAll(async () => void (outside = await start()))
  afterAll(() => outside.peer.close())
  afterEach(() => {
    outside.peer.next = []
    outside.peer.faultOf = () => undefined
  })

  describe.each(['cinemas', 'films', 'sessions', 'test'] as const)('%s', (call) => {
    test.each(Object.keys(peerFaults) as (keyof typeof peerFaults)[])(
      'reports %s to staff and works afterwards',
      async (fault) => {
        const pos = outside.open({ wait: async () => {}, ...(fault === 'slow' && { timeoutMs: 50 }) })
        outside.peer.faultOf = () => peerFaults[fault]
        const error = await pos[call]('0004').catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(IntegrationError)
        const { message, stack, cause } = error as IntegrationError
        expect(message.startsWith(name)).toBe(true)
        expect(message).toContain(messages[fault])
        expect(`${JSON.stringify(error)} ${message} ${stack} ${String(cause)}`).not.toMatch(
          /a-secret-token|127\.0\.0\.1:/,
        )
        outside.peer.faultOf = () => undefined
        const again = fault === 'slow' ? outside.open({}) : pos
        expect((await recordsOf(again)[call]('0004')).length).toBeGreaterThan(0)
      },
    )
  })

  test(`hides errors before the ${TRIES}th attempt`, async () => {
    const pos = outside.open({ wait: async () => {} })
    outside.peer.next = [peerFaults.busyForASecond, peerFaults.cutOff, peerFaults.broken]
    expect((await pos.sessions('0004')).records).toHaveLength(1)
  })
})
