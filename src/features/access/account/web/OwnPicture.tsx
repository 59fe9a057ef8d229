import { useQueryClient } from '@tanstack/react-query'
import { nameOf } from '#contract/session.ts'
import { PicturePicker } from '#features/programming/media/web/PicturePicker.tsx'
import { useSave } from '#web/api/queries.ts'
import { upload } from '#web/api/upload.ts'
import { account, type Account } from '../contract.ts'
import { messages } from '../rules.ts'

/** One's own picture, which stands at the top of every screen too. */
export function OwnPicture({ profile }: { profile: Account }) {
  const client = useQueryClient()
  const remove = useSave(account.removePicture)
  return (
    <PicturePicker
      value={profile.profileImage}
      name={nameOf(profile)}
      onFile={async (file) => {
        const { message } = await upload(account.setPicture, file)
        const { feature, alsoStale } = account.setPicture
        await Promise.all([feature, ...alsoStale].map((stale) => client.invalidateQueries({ queryKey: [stale] })))
        return message ?? messages.pictureSaved
      }}
      onRemove={() => remove.mutate({})}
    />
  )
}
