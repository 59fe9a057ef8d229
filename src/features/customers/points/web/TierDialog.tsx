import { Select } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { useForm } from '#web/form/useForm.ts'
import { Suspense, useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
// An act upon a balance: what the form starts from is not what is stored, so that it is no form of the record.
// oxlint-disable-next-line no-restricted-imports
import { LazyStaleDialog } from '#web/form/LazyStaleDialog.ts'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { points, type PointsBalance, type PointsMember } from '../contract.ts'
import { REASON_LENGTH, tierErrors, tierName, TIERS, type TierDraft } from '../rules.ts'
import { CustomerName } from './CustomerName.tsx'

/** Add User to Tier (operations 2, Points). */
export default function TierDialog({ member: opened, onClose }: { member: PointsMember; onClose: () => void }) {
  // The list behind it may be fetched anew: what is changed is what was opened.
  const [member] = useState(opened)
  const [current, setCurrent] = useState<PointsBalance>()
  const form = useForm<TierDraft>({
    initialValues: { tier: null, reason: '' },
    validate: (values) => tierErrors(values, member.tier),
  })
  const save = useSave(points.setTier, {
    onDone: onClose,
    onFailure: (failure: ApiFailure) => {
      const current = failure.current as PointsBalance | undefined
      if (current) setCurrent(current)
      else form.setErrors(failure.fields)
      return Boolean(current)
    },
  })
  const saveAs = (tier: string, version: number) =>
    save.mutate({ params: { id: member.id }, body: { tier: Number(tier), reason: form.values.reason, version } })
  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => form.isDirty())}
        title="Add User to Tier"
        submit="Change tier"
        permission={points.setTier.permission}
        isSaving={save.isPending}
        onSubmit={form.onSubmit(({ tier }) => saveAs(tier!, member.version))}
      >
        <CustomerName member={member} />
        <Select
          label="Target tier"
          data={TIERS.map((name, tier) => ({ value: String(tier), label: name, disabled: tier === member.tier }))}
          placeholder="Choose a tier"
          data-autofocus
          {...form.getInputProps('tier')}
        />
        <ReasonField
          description="Staff who can see this customer's points will see this reason"
          maxLength={unitsOf(REASON_LENGTH)}
          {...form.getInputProps('reason')}
        />
      </FormDialog>
      <Suspense>
        {current && (
          <LazyStaleDialog
            base={{ tier: String(member.tier) }}
            current={{ tier: String(current.tier) }}
            yours={{ tier: form.values.tier! }}
            labels={{ tier: 'Tier' }}
            show={(_, tier) => tierName(Number(tier))}
            isSaving={save.isPending}
            onClose={() => setCurrent(undefined)}
            onSave={({ tier }) => (Number(tier) === current.tier ? onClose() : saveAs(tier, current.version))}
          />
        )}
      </Suspense>
    </>
  )
}
