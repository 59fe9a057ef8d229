import { unitsOf } from '#contract/characters.ts'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { TextArea } from '#web/form/TextArea.tsx'
import { Card } from '#web/ui/Card.tsx'
import layout from '#web/form/layout.module.css'
import { DESCRIPTION_LENGTH } from '../rules.ts'
import { LABELS } from './draft.ts'
import styles from './Events.module.css'
import type { EventFormType } from './form-type.ts'

/** What it promises, and what it costs. */
export const DescriptionSection = ({ form }: { form: EventFormType }) => (
  <Card>
    <div className={layout.fields}>
      <TextArea
        label={LABELS.description}
        required
        maxLength={unitsOf(DESCRIPTION_LENGTH)}
        classNames={{ input: styles.description! }}
        {...form.getInputProps('description')}
      />
      <MoneyInput className={styles.price!} label={LABELS.price} required {...form.getInputProps('price')} />
    </div>
  </Card>
)
