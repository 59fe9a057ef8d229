import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { feed } from '#features/operations/feed/contract.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { sendForm } from '#features/marketing/notifications/server/test/pushing.ts'
import { published } from '#features/marketing/published/contract.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { heroBanners } from '../banner-contract.ts'
import { promotions } from '../contract.ts'

const OFFICE = 'https://office.chain.example'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { PUBLIC_URL: OFFICE, SHOP_URL: 'https://shop.example/m/{movie_id}' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`truncate promotions cascade`)
})

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const open = (address: string, { agent = PHONE, method = 'GET' as 'GET' | 'HEAD' } = {}) =>
  server.inject({ method, url: address.replace(OFFICE, ''), headers: { 'user-agent': agent } })

const MEDIA = { web_media: '/api/files/a.jpg', mobile_media: '/api/files/b.jpg', thumbnail: '/api/files/c.jpg' }
const addPromotion = async () => {
  const ctaOptions = {
    primaryCTA: 'Book',
    primaryCTAUrl: 'https://shop.example/monday',
    secondaryCTA: 'Terms',
    secondaryCTAUrl: 'https://other.example/terms?x=1',
  }
  const body = { title: 'Half price', description: 'On Mondays', ...MEDIA, ctaOptions }
  return (await server.call(promotions.create, { body })).body.data
}
const currentAd = async () => (await server.call(published.promotions, { as: 'nobody' })).body.data.promotions[0]!
const results = async () => (await server.call(promotions.list, {})).body.data.promotions[0]!.results

test('the buttons lead through links of ours, with a code, and count each browser once a day', async () => {
  await addPromotion()
  const { primaryCTAUrl, secondaryCTAUrl } = await currentAd()
  const [, code] = /^https:\/\/office\.chain\.example\/p\/(D[0-9A-F]{11})$/.exec(primaryCTAUrl)!
  expect(secondaryCTAUrl).toBe(`${primaryCTAUrl}/2`)
  const first = await open(primaryCTAUrl)
  expect([first.statusCode, first.headers.location, first.headers['cache-control']]).toEqual([
    302,
    `https://shop.example/monday?referral_code=${code}`,
    'no-store',
  ])
  const second = await open(`${secondaryCTAUrl}?utm_source=ig`)
  expect(second.headers.location).toBe(`https://other.example/terms?x=1&referral_code=${code}&utm_source=ig`)
  expect(await results()).toEqual({ clicks: 1, purchases: 0, revenueGenerated: 0 })
  await open(primaryCTAUrl.toLowerCase(), { agent: `${PHONE} Other` })
  await open(primaryCTAUrl, { agent: 'WhatsApp/2.23' })
  await open(primaryCTAUrl, { agent: `${PHONE} Head`, method: 'HEAD' })
  expect(await results()).toMatchObject({ clicks: 2 })
})

test('what is bought with the code is its own, in the list and in the file', async () => {
  await addPromotion()
  const code = (await currentAd()).primaryCTAUrl.split('/').at(-1)!
  const { body } = await server.call(feed.createKey, {
    body: { name: 'Shop', source: 'shop', record_types: ['purchases', 'refunds'] },
  })
  const report = (stream: string, line: object) =>
    server.inject({
      method: 'POST',
      url: `/api/feed/${stream}`,
      headers: { authorization: `Bearer ${body.data.secret}` },
      payload: [line],
    })
  const lines = [
    { kind: 'ticket', amount: 3500 },
    { kind: 'concession', amount: 1000 },
  ]
  await report('purchases', { id: 'p1', at: '2026-11-21T08:00:00Z', referral_code: code, lines })
  await report('refunds', { id: 'r', purchase_id: 'p1', at: '2026-11-21T09:00:00Z', lines: [lines[1]] })
  expect(await results()).toEqual({ clicks: 0, purchases: 1, revenueGenerated: 3500 })
  const columns = 'promotion,clicks,purchases,revenue'
  const { text } = await server.call(promotions.csv, { query: { columns } })
  expect(text).toBe('\ufeffPromotion,Clicks,Purchases,Revenue\r\nHalf price,0,1,3500\r\n')
})

test('a banner counts too', async () => {
  const banner = {
    movie_title: 'Students',
    isMovie: false,
    url: 'https://shop.example/students',
    web_image: '/api/files/a.jpg',
    thumbnail: '/api/files/c.jpg',
  }
  await server.call(heroBanners.create, { body: banner })
  const { url } = (await server.call(published.heroBanners, { as: 'nobody' })).body.data.banners[0]!
  await open(url!)
  const found = (await server.call(heroBanners.list, {})).body.data.banners[0]!
  expect([found.url, found.results]).toEqual([banner.url, { clicks: 1, purchases: 0, revenueGenerated: 0 }])
})

test('a code leads on after its promotion is gone, to the shop where there is none, and nobody else takes it', async () => {
  const { id } = await addPromotion()
  const { primaryCTAUrl } = await currentAd()
  const code = primaryCTAUrl.split('/').at(-1)!
  await server.call(promotions.remove, { params: { id } })
  expect((await open(primaryCTAUrl)).headers.location).toBe(`https://shop.example/monday?referral_code=${code}`)
  for (const path of ['/p/NOTTHERE', "/p/x'%20or%201=1/2"])
    expect((await open(path)).headers.location).toBe('https://shop.example')
  expect(await server.app.isCodeUsed(server.db, code.toLowerCase())).toBe(true)
  const fields = { title: 'T', body: 'B', audience: 'ALL-USERS', code: 'ABCD2345' }
  await server.db.execute(sql`update promotions set code = 'ABCD2345'`)
  expect((await sendForm(server, notifications.send, { fields })).status).toBe(422)
})
