import { useForm } from '@mantine/form'
import { lazy, Suspense, useState } from 'react'
import type { KidsClubUser } from '#features/customers/contract.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { showAge, showDay, today } from '#web/ui/format.ts'
import { kidsClub, type ClubMember } from '../contract.ts'
import { guardianErrors, type ConsentSource, type Guardian } from '../rules.ts'
import { GUARDIAN_LABELS, GuardianFields } from './GuardianFields.tsx'
import styles from './KidsClub.module.css'
import { nameOf } from './shown.ts'

const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<Guardian> })),
)

const guardianOf = ({ guardianName, consentDate, consentSource }: Guardian): Guardian => ({
  guardianName,
  consentDate,
  consentSource,
})

/** A member's guardian and the guardian's consent. */
export default function MemberDialog({ member: opened, onClose }: { member: KidsClubUser; onClose: () => void }) {
  // The list behind it may be fetched anew: what is changed is what was opened.
  const [member] = useState(opened)
  const [theirs, setTheirs] = useState<ClubMember>()
  const form = useForm<Guardian>({
    initialValues: guardianOf(member),
    validate: (values) => guardianErrors(values, today()),
  })
  const save = useSave(kidsClub.edit, {
    onDone: onClose,
    onFailure: (failure: ApiFailure) => {
      const current = failure.current as ClubMember | undefined
      if (current) setTheirs(current)
      else form.setErrors(failure.fields)
      return Boolean(current)
    },
  })
  const saveAs = ({ guardianName, consentDate, consentSource }: Guardian, version: number) =>
    save.mutate({
      params: { id: member.userId },
      body: { guardianName, consentDate, consentSource: consentSource as ConsentSource | null, version },
    })
  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => form.isDirty())}
        title="Guardian and consent"
        submit="Save"
        may={kidsClub.edit.may}
        isSaving={save.isPending}
        onSubmit={form.onSubmit((values) => saveAs(values, member.version))}
      >
        <p className={styles.who}>
          {nameOf(member)}
          {member.dateOfBirth && (
            <span>
              Born {showDay(member.dateOfBirth)}, {showAge(member.dateOfBirth)}
            </span>
          )}
        </p>
        <GuardianFields form={form} />
      </FormDialog>
      <Suspense>
        {theirs && (
          <StaleDialog
            base={guardianOf(member)}
            theirs={guardianOf(theirs)}
            yours={form.values}
            labels={GUARDIAN_LABELS}
            show={(field, value) => (field === 'consentDate' && value ? showDay(value) : value || 'None')}
            isSaving={save.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => saveAs(values, theirs.version)}
          />
        )}
      </Suspense>
    </>
  )
}
