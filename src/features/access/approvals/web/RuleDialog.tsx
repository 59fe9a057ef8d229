import { Checkbox, TextInput } from '@mantine/core'
import { APPROVAL_ACTIONS, isMoney } from '#contract/approval.ts'
import { asTyped, typedNumber } from '#contract/typed-number.ts'
import { TypedNumberInput } from '#web/form/TypedNumberInput.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { approvals, type Rule } from '../contract.ts'
import { ruleErrors, type RuleDraft } from '../rules.ts'

const LABELS = {
  isOn: 'Needs approval',
  threshold: 'Threshold',
  hours: 'Expires after (hours)',
  isEmailed: 'Email everyone who can approve',
}

const toDraft = ({ threshold, hours, isEmailed }: Rule): RuleDraft => ({
  isOn: threshold !== null,
  threshold: asTyped(threshold),
  hours: String(hours),
  isEmailed,
})

/** The rule of one act. */
export default function RuleDialog({ rule: { action, ...rule }, onClose }: { rule: Rule; onClose: () => void }) {
  const { label, note, unit } = APPROVAL_ACTIONS[action]
  const isCounted = unit !== 'each'
  const record = useRecordForm({
    draft: `approval-rule:${action}`,
    record: { action, ...rule },
    toDraft,
    rules: (values) => ruleErrors(action, values),
    labels: LABELS,
    show: (_, value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value),
    create: null,
    change: {
      call: approvals.setRule,
      args: ({ isOn, threshold, hours, isEmailed }, { version }) => ({
        params: { action },
        body: {
          threshold: isOn ? (isCounted ? typedNumber(threshold) : 1) : null,
          hours: isOn ? typedNumber(hours) : rule.hours,
          isEmailed,
          version,
        },
      }),
    },
    onDone: onClose,
    onApprovalRequested: onClose,
  })
  const { form } = record
  return (
    <FormDialog
      of={record}
      title={`Edit approval rule: ${label}`}
      submit="Save"
      disabledReason={Object.values(record.problems)[0]}
      onClose={onClose}
    >
      <Checkbox
        label={LABELS.isOn}
        description={note}
        data-autofocus
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      {form.values.isOn && (
        <>
          {isCounted && (
            <TypedNumberInput
              label={LABELS.threshold}
              description={isMoney(action) ? 'In naira' : `In ${unit}`}
              {...(isMoney(action) && { leftSection: '₦' })}
              {...form.getInputProps('threshold')}
            />
          )}
          <TextInput
            label={LABELS.hours}
            description="Expired requests change nothing"
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('hours')}
          />
          <Checkbox label={LABELS.isEmailed} {...form.getInputProps('isEmailed', { type: 'checkbox' })} />
        </>
      )}
    </FormDialog>
  )
}
