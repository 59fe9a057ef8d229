import { useQueryClient } from '@tanstack/react-query'
import { refusal } from '#contract/permissions.ts'
import { PicturePicker } from '#features/programming/media/web/PicturePicker.tsx'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { customers, type CustomerRecord } from '../contract.ts'
import { messages } from '../rules.ts'
import { nameOf } from './format.ts'

/** Profile picture. */
export function Picture({ customer }: { customer: CustomerRecord['userData'] }) {
  const client = useQueryClient()
  return (
    <PicturePicker
      value={customer.profileImage}
      name={nameOf(customer)}
      refused={refusal(useMe(), customers.setPicture.permission)}
      onFile={async (file) => {
        const { message } = await upload(customers.setPicture, file, { params: { id: customer.id } })
        await client.invalidateQueries({ queryKey: [customers.setPicture.feature] })
        return message ?? messages.uploaded
      }}
    />
  )
}
