import { sql } from 'drizzle-orm'
import { newKey, sender, type Send } from '#features/operations/feed/server/test/sender.ts'
import { embeddedToken } from '#server/integrations/payments/embedded.ts'
import { TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { paymentLogs } from '../../contract.ts'

export type Line = {
  kind: string
  quantity?: number
  amount: number
  product?: string
  movie_id?: string
  show_at?: string
  seats?: string[]
}
export const CART: Line[] = [
  { kind: 'ticket', quantity: 2, amount: 7000, product: 'Adult', show_at: '2026-11-22T19:00:00Z' },
  { kind: 'concession', quantity: 3, amount: 1000.01, product: 'Popcorn' },
]

const AN_HOUR_AGO = '2026-11-21T08:00:00.000Z'

/** Shop that reports its sales, with the embedded provider that charges for them. */
export class Shop {
  readonly server: TestServer
  readonly send: Send
  #count = 0

  private constructor(server: TestServer, send: Send) {
    this.server = server
    this.send = send
  }

  static async of(server: TestServer): Promise<Shop> {
    const { secret } = await newKey(server, { name: 'Shop', source: 'shop' })
    return new Shop(server, sender(server, secret))
  }

  nextName = () => `order-${++this.#count}`

  /** Adds a charge of the embedded provider. The card's last four digits are a test trigger. */
  async charge(
    reference: string,
    naira: number,
    { last4 = '4081', at = AN_HOUR_AGO, email = 'guest@mail.example' } = {},
  ) {
    const token = embeddedToken({ brand: 'VISA', first6: '408408', last4, expiryMonth: 9, expiryYear: 2032 })
    await this.server.db.execute(sql`
      insert into payments_embedded (reference, token, email, kobo, at)
      values (${reference}, ${token}, ${email}, ${Math.round(naira * 100)}, ${at})`)
  }

  async sell(name: string, lines: Line[] = CART, more: object = {}) {
    const line = { id: name, at: TEST_NOW, channel: 'web', payment_reference: name, lines, ...more }
    const reported = await this.send('purchases', [line])
    if (reported.data.accepted !== 1) throw new Error(JSON.stringify(reported))
  }

  /** Sells and charges. @returns the payment's id */
  async paid({ last4, lines = CART, ...more }: { last4?: string; lines?: Line[] } & Record<string, unknown> = {}) {
    const name = this.nextName()
    await this.charge(
      name,
      lines.reduce((sum, { amount }) => sum + amount, 0),
      { last4 },
    )
    await this.sell(name, lines, { name: 'Tunde Bakare', email: 'guest@mail.example', ...more })
    return this.idOf(name)
  }

  async idOf(reference: string): Promise<number> {
    const { rows } = await this.server.db.execute<{ id: number }>(sql`
      select id from payments where reference = ${reference}`)
    return rows[0]!.id
  }

  detail = async (id: number) => (await this.server.call(paymentLogs.detail, { params: { id } })).body.data

  refund = (id: number, body: object, more: object = {}) =>
    this.server.call(paymentLogs.refund, { params: { id }, body: { reason: 'Show cancelled', ...body }, ...more })

  /** Returns the posted refunds of a payment, which figures use. */
  async traded(id: number) {
    const { rows } = await this.server.db.execute<{ source: string; day: string; kobo: number; lines: string }>(sql`
      select r.source, r.day::text as day, r.kobo, string_agg(l.kind || ' ' || l.quantity || ' ' || l.kobo, ', ' order by l.n) as lines
      from payments e join purchases p on p.payment = e.reference join refunds r on r.purchase_id = p.id
        left join refund_lines l on l.refund_id = r.id
      where e.id = ${id} group by r.id order by r.id`)
    return rows
  }
}
