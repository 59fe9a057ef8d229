import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { randomCode } from '#contract/code.ts'
import { MoviePicker } from '#features/programming/movies/web/MoviePicker.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { referralLinks, type ReferralLink } from '../contract.ts'
import { CODE, CODE_LENGTH, linkErrors, messages, NAME_LENGTH, type LinkDraft } from '../rules.ts'
import styles from './ReferralLinks.module.css'

const LABELS = { name: 'Name', movie_id: 'Movie', code: 'Code' }
/** Our own short link is asked for where the shortener failed. */
type Draft = LinkDraft & { code: string; own_short_link: boolean }
const NONE: Draft = { name: '', movie_id: '', code: '', own_short_link: false }
const toDraft = ({ name, movie, referral_code: code }: ReferralLink): Draft => ({
  name,
  movie_id: movie.movie_id,
  code,
  own_short_link: false,
})
const rules = (draft: Draft) => ({
  ...linkErrors(draft),
  ...(draft.code && !CODE.test(draft.code.trim()) && { code: messages.badCode }),
})

type Props = {
  /** Without one, a new link is made. */
  edited: ReferralLink | undefined
  onClose: () => void
}

/** A new referral link, or the name and movie of one. Its code stays: it has been shared. */
export default function LinkDialog({ edited, onClose }: Props) {
  // However often it is sent, the link with this code is made once.
  const [random] = useState(() => randomCode(CODE_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count))))
  const [failed, setFailed] = useState<string>()
  const client = useQueryClient()
  const link = useRecordForm({
    draft: `referral-link:${edited?.id ?? 'new'}`,
    record: edited,
    toDraft,
    rules,
    skipsLeaveGuard: true,
    labels: LABELS,
    show: (field, value, current) => {
      const movie = field === 'movie_id' && [current, edited].find((one) => one?.movie.movie_id === value)?.movie
      return movie ? movie.movie_title : value
    },
    create: {
      call: referralLinks.create,
      empty: NONE,
      args: ({ own_short_link, code, ...draft }) => ({
        body: { ...draft, referral_code: code.trim() || random, ...(own_short_link && { own_short_link }) },
      }),
    },
    change: {
      call: referralLinks.change,
      args: ({ name, movie_id }, { record: { id }, version }) => ({
        params: { id },
        body: { name, movie_id, version },
      }),
    },
    fieldOf: { referral_code: 'code' },
    onFailure: ({ current, status, message }) => {
      // Made before, when the answer was lost: the list has it.
      if (!edited && current) void client.invalidateQueries({ queryKey: [referralLinks.create.feature] })
      // Nothing is lost: what was typed stands here, with the reason.
      const isOfShortener = status === 502
      setFailed(isOfShortener ? message : undefined)
      return isOfShortener
    },
    onDone: onClose,
  })
  const { form } = link

  return (
    <FormDialog
      of={link}
      onClose={onClose}
      title={edited ? 'Edit referral link' : 'New referral link'}
      submit={edited ? 'Save' : 'Create link'}
    >
      <TextInput
        label="Name"
        description="Person or partner who shares it"
        maxLength={unitsOf(NAME_LENGTH)}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <MoviePicker
        label="Movie"
        value={form.values.movie_id}
        onChange={(movie) => {
          form.setFieldValue('movie_id', movie?.id ?? '')
          form.clearFieldError('movie_id')
        }}
        error={form.errors.movie_id as string | undefined}
      />
      {!edited && (
        <TextInput
          label="Code"
          description="Optional: 8 letters and digits that people can remember, such as ADAEZE24"
          maxLength={CODE_LENGTH}
          {...form.getInputProps('code')}
        />
      )}
      {edited && <Links of={edited} />}
      {failed && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
          <div className={styles.failure}>
            <span>{failed}. The link was not created. What you typed is still here.</span>
            <Button
              variant="default"
              size="xs"
              loading={link.isSaving}
              onClick={() => link.save({ ...form.values, own_short_link: true })}
            >
              Create it with our own short link
            </Button>
          </div>
        </Alert>
      )}
    </FormDialog>
  )
}

const Links = ({ of: link }: { of: ReferralLink }) => (
  <dl className={styles.links}>
    {[
      { label: 'Referral code', text: link.referral_code },
      { label: 'Short link', text: link.short_referral_link },
      { label: 'Long link', text: link.long_referral_link },
    ].map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {text}
          <CopyButton text={text} label={`Copy the ${label.toLowerCase()}`} />
        </dd>
      </div>
    ))}
  </dl>
)
