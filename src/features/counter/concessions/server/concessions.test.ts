import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roles } from '#server/auth/tables.ts'
import { addressOf, testServer, type TestServer } from '#server/test/harness.ts'
import type { ScriptedPos } from '#server/test/pos.ts'
import { concessions, type ConcessionProduct, type Outcome } from '../contract.ts'
import { messages } from '../rules.ts'
import { takeProducts } from './jobs.ts'
import { counter, IKEJA, JABI, LEKKI, menuOf, PRODUCTS, productOf } from './test/counter.ts'

let server: TestServer
let pos: ScriptedPos
beforeAll(async () => {
  server = await testServer()
  pos = await counter(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.execute(sql`truncate combo_items, combo_deals`)
  await server.db.execute(sql`update cinema_products set is_active = true, override_kobo = null`)
  pos.has.products![LEKKI] = PRODUCTS
  await takeProducts(server.app)
})

const UNKNOWN = { status: 404 }
const at = (name: string, cinemaId = LEKKI) => productOf(server, cinemaId, name)
const create = (body: object) => server.call(concessions.createCombo, { body })
const comboForTwo = { rosetta_product_id: '00501', combo_items: ['00101', '00201'], cinema_id: LEKKI }
const made = async (body: object = comboForTwo): Promise<ConcessionProduct> => (await create(body)).body.data
const edit = (id: number, body: object) => server.call(concessions.editCombo, { params: { id }, body })
const remove = (id: number) => server.call(concessions.deleteCombo, { params: { id } })
const restore = (id: number) => server.call(concessions.restoreCombo, { params: { id } })
const deactivate = (body: object) => server.call(concessions.deactivate, { body })
const audited = async (action: string) =>
  (
    await server.db.execute<{ summary: string; before: object; after: object }>(sql`
      select summary, before, after from audit_log where action = ${`concessions.${action}`} order by id desc limit 1`)
  ).rows[0]

describe('what a cinema sells', () => {
  // Clauses: operations 416
  test('a cinema that there is not, and a question that is none', async () => {
    const ask = (id: string, add_mobile_device: string) =>
      server.call(concessions.fetch, { params: { id }, query: { add_mobile_device: add_mobile_device as 'true' } })
    expect((await ask('9999', 'true')).problem).toEqual({ ...UNKNOWN, message: 'Cinema not found' })
    expect((await ask(LEKKI, 'yes')).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'add_mobile_device', message: 'add_mobile_device is true or false' }],
    })
  })

  // Clauses: operations 334
  test('is for those who may see concessions, or events; one food or beverage for those who may see these', async () => {
    const ask = (add_mobile_device: 'true' | 'false') =>
      server.call(concessions.fetch, { as: 'powerless', params: { id: LEKKI }, query: { add_mobile_device } })
    const statusWith = async (permissions: string[], device: 'true' | 'false') => {
      await server.db
        .update(roles)
        .set({ permissions })
        .where(sql`name = 'Powerless'`)
      return (await ask(device)).status
    }
    expect(await statusWith([], 'true')).toBe(403)
    expect(await statusWith(['edible:read'], 'true')).toBe(403)
    expect(await statusWith(['concessions:read'], 'true')).toBe(200)
    expect(await statusWith(['events:read'], 'true')).toBe(200)
    expect(await statusWith(['concessions:read'], 'false')).toBe(403)
    expect(await statusWith(['edible:read'], 'false')).toBe(404)
    await server.db
      .update(roles)
      .set({ permissions: [] })
      .where(sql`name = 'Powerless'`)
  })

  // Clauses: operations 205, 417
  test("a product by the point of sale's id, with its cinemas", async () => {
    const answer = await server.call(concessions.rosetta, { params: { id: '00201' } })
    expect(answer.body.data).toMatchObject({
      rosetta_product_id: '00201',
      product_name: 'Coke 50 cl',
      product_category_name: 'Drinks',
      image_url: null,
      hpok: null,
    })
    expect(answer.body.data.cinemas.map((one) => [one.cinema_name, one.display_price])).toEqual([
      ['Ikeja', 1200],
      ['Jabi', 800],
      ['Lekki', 800],
    ])
    const unknown = await server.call(concessions.rosetta, { params: { id: '201' } })
    expect(unknown.problem).toEqual({ ...UNKNOWN, message: messages.noProduct })
  })
})

describe('activation', () => {
  // Clauses: operations 206, 238, 423-424
  test('a product of one cinema is sold no longer, and again', async () => {
    const coke = await at('Coke 50 cl')
    const off = await deactivate({ rosetta_product_ids: ['00201', '00101'], cinema_id: LEKKI })
    expect(off.body.message).toBe(messages.deactivated)
    expect(
      off.body.data.map(({ product_id, isActive, isDeactivated }) => [product_id, isActive, isDeactivated]),
    ).toEqual([
      ['00201', false, true],
      ['00101', false, true],
    ])
    expect((await at('Coke 50 cl', IKEJA)).isActive).toBe(true)
    expect(await audited('deactivate')).toEqual({
      summary: 'Deactivated Popcorn, large at Lekki',
      before: { isActive: true },
      after: { isActive: false },
    })
    const on = await server.call(concessions.activate, { params: { id: coke.id } })
    expect(on.body).toMatchObject({
      message: messages.activated,
      data: { id: coke.id, isActive: true, version: coke.version + 2 },
    })
    const again = await server.call(concessions.activate, { params: { id: coke.id } })
    expect(again.problem).toEqual({ status: 409, message: messages.isActive })
  })

  test('what is not active already stays so; when none is, nothing was to be done', async () => {
    await deactivate({ rosetta_product_ids: ['00201'], cinema_id: LEKKI })
    const version = (await at('Coke 50 cl')).version
    expect((await deactivate({ rosetta_product_ids: ['00201', '00101'], cinema_id: LEKKI })).status).toBe(200)
    expect((await at('Coke 50 cl')).version).toBe(version)
    expect((await deactivate({ rosetta_product_ids: ['00201'], cinema_id: LEKKI })).problem).toEqual({
      status: 409,
      message: messages.isInactive,
    })
  })

  // Clauses: operations 308-309, 424
  test.each([
    [{ rosetta_product_ids: [], cinema_id: LEKKI }, 'rosetta_product_ids', messages.noItem],
    [{ rosetta_product_ids: ['00201', '00201'], cinema_id: LEKKI }, 'rosetta_product_ids', messages.twice],
    [{ rosetta_product_ids: ['00501'], cinema_id: JABI }, 'rosetta_product_ids', messages.notSold('00501')],
    [{ rosetta_product_ids: ['00201'], cinema_id: '9999' }, 'cinema_id', 'Cinema not found'],
    [{ rosetta_product_ids: ['00201'] }, 'cinema_id', 'Choose a cinema'],
  ])('%j is refused: %s, %s', async (body, field, message) => {
    expect((await deactivate(body)).problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  test('a product that there is not', async () => {
    const answer = await server.call(concessions.activate, { params: { id: 999_999 } })
    expect(answer.problem).toEqual({ ...UNKNOWN, message: messages.noProduct })
  })
})

describe('combo deals', () => {
  // Clauses: operations 205, 207-208, 419
  test('a combo is made of a title: it costs what the title costs, and stands in a group of its own', async () => {
    const answer = await create(comboForTwo)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      message: messages.comboMade,
      data: {
        product_id: '00501',
        product_name: 'Combo for two',
        display_price: 3500,
        combo_items: [
          { product_id: '00101', product_name: 'Popcorn, large', display_price: 3000 },
          { product_id: '00201', product_name: 'Coke 50 cl', display_price: 800 },
        ],
        problems: [],
        combo_version: 1,
      },
    })
    const groups = (await menuOf(server, LEKKI)).concessions
    expect(groups.at(-1)).toEqual({ categoryName: 'ComboDeals', products: [answer.body.data] })
    expect(groups.flatMap(({ products }) => products).filter(({ product_id }) => product_id === '00501')).toHaveLength(
      1,
    )
    expect((await menuOf(server, IKEJA)).concessions.at(-1)!.products).toEqual([])
    expect(await audited('createCombo')).toMatchObject({
      summary: 'Created the combo Combo for two at Lekki',
      after: { items: 'Popcorn, large, Coke 50 cl', price: 3500 },
    })
  })

  test('items may come in the shape in which they are told', async () => {
    const answer = await create({
      ...comboForTwo,
      combo_items: [{ product_id: '00101', product_name: 'Popcorn' }, '00201'],
    })
    expect(answer.body.data.combo_items.map(({ product_id }) => product_id)).toEqual(['00101', '00201'])
  })

  test.each([
    [{ rosetta_product_id: '' }, 'rosetta_product_id', 'Choose a title'],
    [{ rosetta_product_id: undefined }, 'rosetta_product_id', 'Choose a title'],
    [{ rosetta_product_id: '77777' }, 'rosetta_product_id', messages.notSold('this title')],
    [{ combo_items: [] }, 'combo_items', 'Choose at least one item'],
    [{ combo_items: undefined }, 'combo_items', 'Choose at least one item'],
    [{ combo_items: ['00101', '00101'] }, 'combo_items', messages.twice],
    [{ combo_items: ['77777'] }, 'combo_items', messages.notSold('77777')],
    [{ combo_items: ['00501'] }, 'combo_items', messages.isItsTitle],
    [{ cinema_id: '9999' }, 'cinema_id', 'Cinema not found'],
    [{ cinema_id: undefined }, 'cinema_id', 'Choose a cinema'],
    [{ display_price: 3499 }, 'display_price', 'Combo for two at Lekki costs ₦3,500'],
    [{ display_price: -1 }, 'display_price', messages.badPrice],
  ])('%j is refused: %s, %s', async (wrong, field, message) => {
    const answer = await create({ ...comboForTwo, ...wrong })
    expect(answer.problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  test('a price that is right is taken', async () => {
    expect((await create({ ...comboForTwo, display_price: 3500 })).status).toBe(201)
  })

  test('a combo is no item of another, and a title makes one combo at a cinema', async () => {
    await made()
    expect((await create(comboForTwo)).problem).toEqual({ status: 409, message: messages.hasCombo })
    const nested = await create({ ...comboForTwo, rosetta_product_id: '00502', combo_items: ['00501'] })
    expect(nested.problem).toMatchObject({ status: 422, message: messages.isCombo('Combo for two') })
    expect((await create({ ...comboForTwo, cinema_id: IKEJA })).status).toBe(201)
  })

  test('nor is what another is made of the title of one, also not by taking a deleting back', async () => {
    const family = { ...comboForTwo, rosetta_product_id: '00502', combo_items: ['00501'] }
    const outer = await made(family)
    const isItem = messages.isItem('Combo for two', 'Family combo')
    expect((await create(comboForTwo)).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'rosetta_product_id', message: isItem }],
    })
    await remove(outer.combo_id!)
    const inner = await made()
    expect((await restore(outer.combo_id!)).problem).toEqual({
      status: 409,
      message: messages.isCombo('Combo for two'),
    })
    await remove(inner.combo_id!)
    await restore(outer.combo_id!)
    expect((await restore(inner.combo_id!)).problem).toEqual({ status: 409, message: isItem })
    expect(await at('Combo for two')).toMatchObject({ combo_id: null })
  })

  test('made many times at once, there is one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(comboForTwo)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  // Clauses: operations 420
  test('its items change', async () => {
    const combo = await made()
    const changed = await edit(combo.combo_id!, { rosetta_product_ids: ['00104'], version: 1 })
    expect(changed.body).toMatchObject({
      message: messages.comboSaved,
      data: { combo_id: combo.combo_id, combo_version: 2, combo_items: [{ product_name: 'Caramel popcorn' }] },
    })
    expect((await edit(combo.combo_id!, { rosetta_product_ids: ['00201'] })).status).toBe(200)
    expect(await audited('editCombo')).toEqual({
      summary: 'Edited the combo Combo for two at Lekki',
      before: { items: 'Caramel popcorn' },
      after: { items: 'Coke 50 cl' },
    })
  })

  test.each([
    [{ rosetta_product_ids: [] }, 'rosetta_product_ids', messages.noItem],
    [{ rosetta_product_ids: ['77777'] }, 'rosetta_product_ids', messages.notSold('77777')],
    [{ rosetta_product_ids: ['00101'], display_price: 1 }, 'display_price', 'Combo for two at Lekki costs ₦3,500'],
  ])('a change to %j is refused: %s, %s', async (body, field, message) => {
    const combo = await made()
    expect((await edit(combo.combo_id!, body)).problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  // Clauses: operations 422
  test('by its title at a cinema it is changed and deleted, too', async () => {
    const at = { rosetta_product_id: '00501', cinema_id: LEKKI }
    const combo = await made()
    const changed = await server.call(concessions.editComboOf, { body: { ...at, rosetta_product_ids: ['00601'] } })
    expect(changed.body.data.combo_items).toMatchObject([{ product_name: '3D glasses' }])
    const deleted = await server.call(concessions.deleteComboOf, { query: at })
    expect(deleted.body).toEqual({ message: 'Deleted successfully', data: { id: combo.combo_id } })
    const unknownCombo = { ...UNKNOWN, message: 'Combo deal not found' }
    expect((await server.call(concessions.deleteComboOf, { query: at })).problem).toEqual(unknownCombo)
    const body = { ...at, rosetta_product_ids: ['00601'] }
    expect((await server.call(concessions.editComboOf, { body })).problem).toEqual(unknownCombo)
  })

  // Clauses: operations 421
  test('deleted, its title is a product as any other; the deleting can be taken back', async () => {
    const combo = await made()
    expect((await remove(combo.combo_id!)).body.message).toBe('Deleted successfully')
    expect(await at('Combo for two')).toMatchObject({
      combo_id: null,
      combo_items: [],
      product_category_name: 'Combos',
    })
    expect((await remove(combo.combo_id!)).problem).toEqual({ ...UNKNOWN, message: 'Combo deal not found' })
    expect((await edit(combo.combo_id!, { rosetta_product_ids: ['00201'] })).status).toBe(404)
    const restored = await restore(combo.combo_id!)
    expect(restored.body).toMatchObject({
      message: messages.comboRestored,
      data: { combo_id: combo.combo_id, combo_items: combo.combo_items },
    })
    expect((await restore(combo.combo_id!)).problem).toEqual({ status: 409, message: messages.isStanding })
    await remove(combo.combo_id!)
    await made()
    expect((await restore(combo.combo_id!)).problem).toEqual({ status: 409, message: messages.hasCombo })
  })

  test('a combo that there is not', async () => {
    const unknownCombo = { ...UNKNOWN, message: 'Combo deal not found' }
    expect((await edit(999_999, { rosetta_product_ids: ['00201'] })).problem).toEqual(unknownCombo)
    for (const answer of [await remove(999_999), await restore(999_999)]) expect(answer.problem).toEqual(unknownCombo)
  })

  test('one whose item is not active, or not sold any more, is marked with the reason', async () => {
    await made()
    await deactivate({ rosetta_product_ids: ['00201'], cinema_id: LEKKI })
    expect((await at('Combo for two')).problems).toEqual(['Coke 50 cl is not active'])
    pos.has.products![LEKKI] = PRODUCTS.filter(({ id }) => !['00101', '00501'].includes(id))
    await takeProducts(server.app)
    const combo = await at('Combo for two')
    expect(combo.problems).toEqual([
      'No longer in the point of sale',
      'Popcorn, large is no longer sold here',
      'Coke 50 cl is not active',
    ])
    // What it has already may stay, so that the rest can be mended.
    expect((await edit(combo.combo_id!, { rosetta_product_ids: ['00101', '00601'] })).status).toBe(200)
    await edit(combo.combo_id!, { rosetta_product_ids: ['00601'] })
    const back = await edit(combo.combo_id!, { rosetta_product_ids: ['00101'] })
    expect(back.problem.message).toBe(messages.notSold('Popcorn, large'))
  })

  test('one that costs more than its parts is marked with how much; at the same price it is not', async () => {
    const combo = await made({ ...comboForTwo, combo_items: ['00104'] })
    expect(combo.problems).toEqual(['Costs ₦300 more than its parts'])
    const edited = await edit(combo.combo_id!, { rosetta_product_ids: ['00104', '00201'] })
    expect(edited.body.data.problems).toEqual([])
    await server.db.execute(
      sql`update cinema_products set override_kobo = 270050 where id = ${(await at('Caramel popcorn')).id}`,
    )
    expect((await at('Combo for two')).problems).toEqual([])
    await server.db.execute(
      sql`update cinema_products set override_kobo = 269950 where id = ${(await at('Caramel popcorn')).id}`,
    )
    expect((await at('Combo for two')).problems).toEqual(['Costs ₦0.50 more than its parts'])
  })
})

describe('price and activation of one product at many cinemas', () => {
  const change = (id: string, body: object) => server.call(concessions.atCinemas, { params: { id }, body })
  const outcomes = (results: Outcome[]) =>
    results.map(({ cinema_name, outcome, message }) => [cinema_name, outcome, message])
  const everywhere = [{ cinema_id: LEKKI }, { cinema_id: IKEJA }, { cinema_id: JABI }]

  test('each cinema has an outcome of its own', async () => {
    const answer = await change('00501', { cinemas: [...everywhere, { cinema_id: '9999' }], display_price: 4000.5 })
    expect(answer.status).toBe(200)
    expect(outcomes(answer.body.data.results)).toEqual([
      ['Lekki', 'changed', '₦4,000.50, active'],
      ['Ikeja', 'changed', '₦4,000.50, active'],
      [JABI, 'refused', messages.notSold('this product')],
      ['9999', 'refused', messages.notSold('this product')],
    ])
    expect(await at('Combo for two', IKEJA)).toMatchObject({
      display_price: 4000.5,
      pos_price: 5250,
      hasOwnPrice: true,
    })
    expect(await audited('atCinemas')).toEqual({
      summary: 'Changed Combo for two at 2 of 4 cinemas',
      before: { Lekki: '₦3,500 (point of sale), active', Ikeja: '₦5,250 (point of sale), active' },
      after: { Lekki: '₦4,000.50, active', Ikeja: '₦4,000.50, active' },
    })
  })

  test('what is so already is left alone; without a price of ours it follows the point of sale again', async () => {
    await change('00201', { cinemas: [{ cinema_id: LEKKI }], display_price: 950, isActive: false })
    const version = (await at('Coke 50 cl')).version
    const again = await change('00201', { cinemas: everywhere, isActive: false })
    expect(outcomes(again.body.data.results)).toEqual([
      ['Lekki', 'unchanged', 'No change'],
      ['Ikeja', 'changed', '₦1,200 (point of sale), not active'],
      ['Jabi', 'changed', '₦800 (point of sale), not active'],
    ])
    expect((await at('Coke 50 cl')).version).toBe(version)
    const reset = await change('00201', { cinemas: everywhere, display_price: null })
    expect(outcomes(reset.body.data.results).map(([name, outcome]) => [name, outcome])).toEqual([
      ['Lekki', 'changed'],
      ['Ikeja', 'unchanged'],
      ['Jabi', 'unchanged'],
    ])
    expect(await at('Coke 50 cl')).toMatchObject({ display_price: 800, hasOwnPrice: false, isActive: false })
  })

  test('a cinema that somebody else changed meanwhile is refused, the others follow', async () => {
    const [lekki, ikeja] = [await at('Coke 50 cl'), await at('Coke 50 cl', IKEJA)]
    await change('00201', { cinemas: [{ cinema_id: LEKKI }], display_price: 850 })
    const late = await change('00201', {
      cinemas: [
        { cinema_id: LEKKI, version: lekki.version },
        { cinema_id: IKEJA, version: ikeja.version },
      ],
      display_price: 990,
    })
    expect(outcomes(late.body.data.results)).toEqual([
      ['Lekki', 'refused', 'Someone else changed this while you were editing'],
      ['Ikeja', 'changed', '₦990, active'],
    ])
    expect(late.body.data.results[0]!.product).toMatchObject({ display_price: 850 })
  })

  test.each([
    [{ cinemas: [], display_price: 1 }, 'cinemas', messages.noCinema],
    [{ display_price: 1 }, 'cinemas', messages.noCinema],
    [{ cinemas: everywhere }, 'display_price', messages.noChange],
    [{ cinemas: everywhere, display_price: 0 }, 'display_price', messages.noPrice],
    [{ cinemas: everywhere, display_price: -1 }, 'display_price', messages.badPrice],
    [{ cinemas: everywhere, display_price: 0.001 }, 'display_price', messages.badPrice],
    [{ cinemas: everywhere, display_price: 10_000_001 }, 'display_price', messages.badPrice],
    [{ cinemas: everywhere, display_price: '1' }, 'display_price', messages.badPrice],
  ])('%j is refused: %s, %s', async (body, field, message) => {
    expect((await change('00201', body)).problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  test('a product that there is not', async () => {
    const answer = await change('201', { cinemas: everywhere, display_price: 1 })
    expect(answer.problem).toEqual({ ...UNKNOWN, message: messages.noProduct })
  })
})

describe('the picture of a product', () => {
  const picture = () =>
    sharp({ create: { width: 90, height: 90, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
  async function upload(fields: Record<string, string>, file?: { data: Buffer; name: string }) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (file) form.append('file', new Blob([new Uint8Array(file.data)]), file.name)
    const encoded = new Response(form)
    const response = await server.inject({
      method: 'POST',
      url: addressOf(concessions.uploadImage),
      headers: {
        authorization: `Bearer ${await server.token('admin')}`,
        'content-type': encoded.headers.get('content-type')!,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    return { status: response.statusCode, body: response.json() as { data: { image_url: string } } }
  }

  // Clauses: operations 418
  test('is the same at every cinema, in whatever order the form has it', async () => {
    const answer = await upload({ rosetta_product_id: '00201' }, { data: await picture(), name: 'coke.png' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      message: 'Uploaded image',
      data: { rosetta_product_id: '00201', image_url: expect.stringMatching(/^\/api\/files\/image-\w+\.jpg$/) },
    })
    const { image_url: url } = answer.body.data
    for (const cinemaId of [LEKKI, IKEJA, JABI]) expect((await at('Coke 50 cl', cinemaId)).image_url).toBe(url)
    expect((await server.inject({ method: 'GET', url })).statusCode).toBe(200)
    expect(await audited('uploadImage')).toMatchObject({ summary: 'Set the picture of Coke 50 cl' })
  })

  // Clauses: operations 418
  test('must be there, of a product that there is, and a picture', async () => {
    const file = { data: await picture(), name: 'coke.png' }
    expect((await upload({ rosetta_product_id: '00201' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'file', message: 'Upload an image' }],
    })
    expect((await upload({}, file)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'rosetta_product_id', message: messages.noProduct }],
    })
    expect((await upload({ rosetta_product_id: '201' }, file)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'rosetta_product_id', message: messages.noProduct }],
    })
    const noPicture = { data: Buffer.from('no picture'), name: 'coke.png' }
    expect((await upload({ rosetta_product_id: '00201' }, noPicture)).status).toBe(415)
    const fault = { ...file, name: 'storage-fault.png' }
    expect((await upload({ rosetta_product_id: '00201' }, fault)).status).toBeGreaterThanOrEqual(500)
  })

  test('has at most 15 MB', async () => {
    const answer = await upload(
      { rosetta_product_id: '00201' },
      { data: Buffer.alloc(15 * 1024 * 1024 + 1), name: 'a.png' },
    )
    expect(answer).toMatchObject({ status: 413, body: { message: messages.imageTooLarge } })
  })
})

describe('files', () => {
  const csv = async (query: object, row: typeof concessions.productsCsv | typeof concessions.combosCsv) =>
    server.call(row as typeof concessions.productsCsv, { query: { cinema_id: LEKKI, ...query } })
  const lines = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n')

  // Clauses: operations 104-105
  test('what a cinema sells, as its screen shows it', async () => {
    await deactivate({ rosetta_product_ids: ['00201'], cinema_id: LEKKI })
    const full = await csv({}, concessions.productsCsv)
    expect(full.headers['content-disposition']).toBe('attachment; filename="concessions.csv"')
    expect(lines(full.text)).toEqual([
      'Title,Price,Price at the point of sale,Product ID,Category,Active',
      '3D glasses,1000.00,1000.00,00601,3D glasses,Yes',
      'Caramel popcorn,3200.00,3200.00,00104,Popcorn,Yes',
      'Coke 50 cl,800.00,800.00,00201,Drinks,No',
      'Combo for two,3500.00,3500.00,00501,Combos,Yes',
      'Family combo,9000.00,9000.00,00502,Combos,Yes',
      'Popcorn bucket,5000.00,5000.00,00703,Souvenirs,Yes',
      '"Popcorn, large",3000.00,3000.00,00101,Popcorn,Yes',
    ])
    const some = await csv(
      { search: 'POP', category: 'Popcorn', sort: '-display_price', columns: 'display_price,product_name' },
      concessions.productsCsv,
    )
    expect(lines(some.text)).toEqual(['Price,Title', '3200.00,Caramel popcorn', '3000.00,"Popcorn, large"'])
    const off = await csv({ status: 'inactive', columns: 'product_id' }, concessions.productsCsv)
    expect(lines(off.text)).toEqual(['Product ID', '00201'])
  })

  // Clauses: operations 110, 118
  test('combo deals with their items and what is to look at', async () => {
    await made()
    await made({ ...comboForTwo, rosetta_product_id: '00502' })
    const full = await csv({ sort: '-display_price' }, concessions.combosCsv)
    expect(full.headers['content-disposition']).toBe('attachment; filename="combo-deals.csv"')
    expect(lines(full.text)).toEqual([
      'Title,Price,Product ID,Items,Problems',
      'Family combo,9000.00,00502,"Popcorn, large, Coke 50 cl","Costs ₦5,200 more than its parts"',
      'Combo for two,3500.00,00501,"Popcorn, large, Coke 50 cl",',
    ])
    const found = await csv({ search: 'family', columns: 'product_name' }, concessions.combosCsv)
    expect(lines(found.text)).toEqual(['Title', 'Family combo'])
  })

  test.each([
    [{ cinema_id: '9999' }, 404],
    [{ cinema_id: undefined }, 422],
    [{ columns: 'secret' }, 422],
    [{ sort: 'secret' }, 422],
    [{ status: 'gone' }, 422],
  ])('%j is refused: %d', async (query, status) => {
    for (const row of [concessions.productsCsv, concessions.combosCsv])
      expect((await csv(query, row)).status).toBe(status)
  })
})
