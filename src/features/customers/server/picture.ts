import { isolated } from '#contract/isolate.ts'
import { eq } from 'drizzle-orm'
import { storeImage, type Taken } from '#features/media/server/public.ts'
import type { Context } from '#server/http/handle.ts'
import { invalid, Refusal } from '#server/http/problem.ts'
import { storedPrefix } from '#server/integrations/storage/embedded.ts'
import type { customers as table } from '../contract.ts'
import { messages, PICTURE_BYTES } from '../rules.ts'
import { noteChange } from './changes.ts'
import { customerOr404, fullName } from './people.ts'
import { customers } from './tables.ts'

const PICTURES: Taken = {
  maxBytes: PICTURE_BYTES,
  tooLarge: messages.pictureTooLarge,
  types: ['image/png', 'image/jpeg', 'image/gif'],
  notOne: messages.notAPicture,
}

/** Operations 7, PATCH /admin/profile-picture/{id}. A file called storage-fault.png finds the store failing. */
export async function setPicture({ app, db, params, file, now, write }: Context<typeof table.setPicture>) {
  await customerOr404(db, params.id)
  const { name, stream } = await file()
  const prefix = storedPrefix(app.env, name)
  const { url } = await storeImage(app.storage, stream, 'profile', { prefix, taken: PICTURES }).catch(ofTheFile)
  return write(async ({ db: tx, record }) => {
    const customer = await customerOr404(tx, params.id, { lock: true })
    await tx.update(customers).set({ profileImage: url }).where(eq(customers.id, customer.id))
    await record({
      entity: 'customer',
      id: customer.id,
      summary: `Set the picture of ${isolated(fullName(customer))}`,
      before: { profileImage: customer.profileImage },
      after: { profileImage: url },
    })
    await noteChange(tx, customer.id, 'edited', now)
    return { profileImage: url }
  })
}

const ofTheFile = (error: unknown): never => {
  throw error instanceof Refusal && error.status === 422 ? invalid({ file: error.message }) : error
}
