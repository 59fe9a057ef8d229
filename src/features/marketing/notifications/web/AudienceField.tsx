import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { Select } from '#web/form/Select.tsx'
import { audiences } from '../audience-contract.ts'
import { AUDIENCE_LABELS, AUDIENCES } from '../rules.ts'
import { LABELS, type NotificationDraft } from './draft.ts'

type Chosen = Pick<NotificationDraft, 'audience' | 'audience_id'>
type Props = {
  value: Chosen
  /** What a saved one was called when the notification was saved: it may have been deleted since. */
  savedAs: string | undefined
  error: string | undefined
  onChange: (chosen: Chosen) => void
}

const SAVED = 'saved:'

/** A saved audience, as the form has it. */
export const chosenSaved = (id: number | string): Chosen => ({ audience: 'SAVED-AUDIENCE', audience_id: String(id) })
const EVERYBODY = AUDIENCES.filter((value) => value !== 'SAVED-AUDIENCE').map((value) => ({
  value: value as string,
  label: AUDIENCE_LABELS[value],
}))

/** The audiences that there always are, and the saved ones. */
export function AudienceField({ value: { audience, audience_id }, savedAs, error, onChange }: Props) {
  const canRead = !refusal(useMe(), audiences.list.permission)
  const found = useRead(audiences.list, {}, { enabled: canRead }).data ?? []
  const saved = found.map(({ id, name }) => ({ value: SAVED + String(id), label: name }))
  const chosen = audience === 'SAVED-AUDIENCE' ? SAVED + audience_id : audience
  if (audience_id && !saved.some(({ value }) => value === chosen))
    saved.push({ value: chosen, label: savedAs ?? AUDIENCE_LABELS['SAVED-AUDIENCE'] })
  return (
    <Select
      label={LABELS.audience}
      data={
        saved.length
          ? [
              { group: 'Everybody', items: EVERYBODY },
              { group: 'Saved audiences', items: saved },
            ]
          : EVERYBODY
      }
      allowDeselect={false}
      required
      error={error}
      value={chosen}
      onChange={(to) =>
        to && onChange(to.startsWith(SAVED) ? chosenSaved(to.slice(SAVED.length)) : { audience: to, audience_id: '' })
      }
    />
  )
}
