import type { KidsClubUser } from '#features/customers/customers/contract.ts'
import { paths } from '#features/customers/customers/web/paths.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { showAge, showDay, today } from '#web/ui/format.ts'
import { kidsClub } from '../contract.ts'
import { guardianErrors, type ConsentSource, type Guardian } from '../rules.ts'
import { GUARDIAN_LABELS, GuardianFields } from './GuardianFields.tsx'
import styles from './KidsClub.module.css'
import { nameOf } from './format.ts'

const toDraft = ({ guardianName, consentDate, consentSource }: Guardian): Guardian => ({
  guardianName,
  consentDate,
  consentSource,
})

/** A member's guardian and the guardian's consent. */
export default function MemberDialog({ member: opened, onClose }: { member: KidsClubUser; onClose: () => void }) {
  const club = useRecordForm({
    draft: paths.draft(`${opened.userId}:guardian`),
    record: opened,
    toDraft,
    rules: (values) => guardianErrors(values, today()),
    skipsLeaveGuard: true,
    labels: GUARDIAN_LABELS,
    show: (field, value) => (field === 'consentDate' && value ? showDay(value) : value || 'None'),
    create: null,
    change: {
      call: kidsClub.edit,
      args: ({ guardianName, consentDate, consentSource }, { record, version }) => ({
        params: { id: record.userId },
        body: { guardianName, consentDate, consentSource: consentSource as ConsentSource | null, version },
      }),
    },
    onDone: onClose,
  })
  const { record: member } = club
  return (
    <FormDialog of={club} onClose={onClose} title="Guardian and consent" submit="Save">
      <p className={styles.who}>
        <bdi>{nameOf(member)}</bdi>
        {member.dateOfBirth && (
          <span>
            Born {showDay(member.dateOfBirth)}, {showAge(member.dateOfBirth)}
          </span>
        )}
      </p>
      <GuardianFields form={club.form} />
    </FormDialog>
  )
}
