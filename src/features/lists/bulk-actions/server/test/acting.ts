import type { Answer, TestServer } from '#server/test/harness.ts'
import { bulkActions, type BulkAction } from '../../contract.ts'
import { work } from '../work.ts'

type Answered = Pick<Answer<(typeof bulkActions)['create']>, 'status' | 'problem' | 'body'>

/** Bulk actions of a test, each with the action as it is when there is nothing left to do. */
export function acting(server: TestServer) {
  const read = async (id: number): Promise<BulkAction> =>
    (await server.call(bulkActions.fetch, { params: { id } })).body.data
  async function through(call: Promise<Answered>) {
    const answer = await call
    if (answer.status >= 300) return answer
    const { id } = answer.body.data
    while (await work(server.app, id, 20_000));
    return { ...answer, body: { data: await read(id) } }
  }
  const select = async (action: string, body: object = {}): Promise<BulkAction> => {
    const answer = await through(server.call(bulkActions.create, { body: { action, query: {}, ...body } }))
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.problem))
    return answer.body.data
  }
  const start = (id: number, body: object = {}) => through(server.call(bulkActions.start, { params: { id }, body }))
  const undo = (id: number) => through(server.call(bulkActions.undo, { params: { id } }))
  return {
    read,
    through,
    select,
    start,
    undo,
    /** Selected and started. */
    done: async (action: string, body: object = {}) => (await start((await select(action, body)).id)).body.data,
    /** Taken back. */
    undone: async (id: number) => (await start((await undo(id)).body.data.id)).body.data,
    rows: async (id: number) => (await server.call(bulkActions.rows, { params: { id }, query: {} })).body.data.rows,
  }
}
