import { isolated } from '#contract/isolate.ts'
import { eq } from 'drizzle-orm'
import { storePicture } from '#features/programming/media/server/public.ts'
import type { Context } from '#server/http/handle.ts'
import type { customers as table } from '../contract.ts'
import { noteChange } from './changes.ts'
import { customerOr404, fullName } from './people.ts'
import { customers } from './tables.ts'

/** Operations 7, PATCH /admin/profile-picture/{id}. A file named storage-fault.png triggers a failure of the store. */
export async function setPicture({ app, db, params, file, now, write }: Context<typeof table.setPicture>) {
  await customerOr404(db, params.id)
  const url = await storePicture(app, await file())
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
