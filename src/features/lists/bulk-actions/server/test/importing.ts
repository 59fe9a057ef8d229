import { API_BASE } from '#contract/base.ts'
import type { TestServer } from '#server/test/harness.ts'
import { bulkActions, type BulkAction } from '../../contract.ts'
import { imports, type ImportDraft } from '../../import-contract.ts'
import { work } from '../work.ts'

type As = Pick<TestServer, 'call'>
type More = { place?: object; name?: string; how?: Record<string, string> }

/** Imports files as a person does, up to the end of each step. */
export function importing(server: TestServer) {
  const upload = async (action: string, file: Buffer | string, { place, name = 'list.csv', how }: More = {}) =>
    server.upload(imports.upload, {
      file: Buffer.from(file as string),
      name,
      fields: { action, ...(place && { place: JSON.stringify(place) }), ...how },
    })
  const draft = async (...args: Parameters<typeof upload>): Promise<ImportDraft> => {
    const { status, body, text } = await upload(...args)
    if (status !== 201) throw new Error(text)
    return body.data
  }
  const preview = async ({ id, chosen }: ImportDraft, more: object = {}) =>
    (await server.call(imports.preview, { params: { id }, body: { ...chosen, ...more } })).body.data
  const read = async (id: number) => (await server.call(bulkActions.fetch, { params: { id } })).body.data
  const through = async (id: number): Promise<BulkAction> => {
    while (await work(server.app, id, 20_000));
    return read(id)
  }
  const check = async ({ id, chosen }: ImportDraft, more: object = {}, as: As = server): Promise<BulkAction> => {
    const { status, text } = await as.call(imports.check, { params: { id }, body: { ...chosen, ...more } })
    if (status !== 200) throw new Error(text)
    return through(id)
  }
  /** The file of a list, as its button asks for it. */
  const exported = async (path: string, accept: string): Promise<Buffer> => {
    const { rawPayload, statusCode, body } = await server.inject({
      method: 'GET',
      url: `${API_BASE}${path}`,
      headers: { authorization: `Bearer ${await server.token('superadmin')}`, accept },
    })
    if (statusCode !== 200) throw new Error(body)
    return rawPayload
  }
  return { upload, draft, preview, read, through, check, exported }
}
