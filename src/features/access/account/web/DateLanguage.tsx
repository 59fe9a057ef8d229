import { DATE_LANGUAGES, dateLanguages } from '#contract/date-language.ts'
import { useSave } from '#web/api/queries.ts'
import { datesIn } from '#web/date-names.ts'
import { Card } from '#web/ui/Card.tsx'
import { today } from '#web/ui/format.ts'
import { Select } from '#web/form/Select.tsx'
import { account, type Account } from '../contract.ts'

const offered = dateLanguages.map((value) => ({ value, label: DATE_LANGUAGES[value] }))

/** In which language one sees the names of months and weekdays. */
export function DateLanguage({ account: { dateLanguage } }: { account: Account }) {
  const save = useSave(account.setDateLanguage)
  return (
    <Card title="Language of dates">
      <Select
        aria-label="Language of dates"
        description={`Months and weekdays on your screens: ${datesIn(dateLanguage).full(today())}. Files and emails stay in English.`}
        inputWrapperOrder={['input', 'description']}
        data={offered}
        allowDeselect={false}
        disabled={save.isPending}
        value={dateLanguage}
        onChange={(chosen) => {
          const language = dateLanguages.find((one) => one === chosen)
          if (language) save.mutate({ body: { language } })
        }}
      />
    </Card>
  )
}
