import { Alert, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomCode } from '#contract/code.ts'
import { MoviePicker } from '#features/movies/web/MoviePicker.tsx'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { referralLinks, type ReferralLink } from '../contract.ts'
import { CODE_LENGTH, linkErrors, NAME_LENGTH, type LinkDraft } from '../rules.ts'
import styles from './ReferralLinks.module.css'

const LABELS = { name: 'Name', movie_id: 'Movie' }
const NONE: LinkDraft = { name: '', movie_id: '' }
const draftOf = ({ name, movie }: ReferralLink): LinkDraft => ({ name, movie_id: movie.movie_id })

type Props = {
  /** Without one, a new link is made. */
  edited: ReferralLink | undefined
  onClose: () => void
}

/** A new referral link, or the name and movie of one. Its code stays: it has been shared. */
export default function LinkDialog({ edited, onClose }: Props) {
  // However often it is sent, the link with this code is made once.
  const [code] = useState(() => randomCode(CODE_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count))))
  const [theirs, setTheirs] = useState<ReferralLink>()
  const [failed, setFailed] = useState<string>()
  const client = useQueryClient()
  const form = useForm<LinkDraft>({
    initialValues: edited ? draftOf(edited) : NONE,
    validate: linkErrors,
  })
  const onFailure = (failure: ApiFailure) => {
    const current = failure.current as ReferralLink | undefined
    if (edited && current) setTheirs(current)
    // Made before, when the answer was lost: the list has it.
    else if (current) void client.invalidateQueries({ queryKey: [referralLinks.create.feature] })
    form.setErrors(failure.fields)
    // Nothing is lost: what was typed stands here, with the reason.
    const isOfShortener = failure.status === 502
    setFailed(isOfShortener ? failure.message : undefined)
    return Boolean(edited && current) || isOfShortener
  }
  const create = useSave(referralLinks.create, { onFailure, onDone: onClose })
  const change = useSave(referralLinks.change, { onFailure, onDone: onClose })
  const save = (draft: LinkDraft, more: { version?: number; own?: true } = {}) =>
    edited
      ? change.mutate({ params: { id: edited.id }, body: { ...draft, version: more.version } })
      : create.mutate({ body: { ...draft, referral_code: code, ...(more.own && { own_short_link: true }) } })

  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => form.isDirty())}
        title={edited ? 'Edit referral link' : 'New referral link'}
        submit={edited ? 'Save' : 'Create link'}
        may={edited ? referralLinks.change.may : referralLinks.create.may}
        isSaving={create.isPending || change.isPending}
        onSubmit={form.onSubmit((draft) => save(draft, { version: edited?.version }))}
      >
        <TextInput
          label="Name"
          description="Person or partner who shares it"
          maxLength={NAME_LENGTH}
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
        {edited && <Links of={edited} />}
        {failed && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
            <div className={styles.failure}>
              <span>{failed}. The link was not made; what you typed is still here.</span>
              <Button
                variant="default"
                size="xs"
                loading={create.isPending}
                onClick={() => save(form.values, { own: true })}
              >
                Create it with our own short link
              </Button>
            </div>
          </Alert>
        )}
      </FormDialog>
      {edited && theirs && (
        <StaleDialog<LinkDraft>
          base={draftOf(edited)}
          theirs={draftOf(theirs)}
          yours={form.values}
          labels={LABELS}
          show={(field, value) =>
            field === 'movie_id'
              ? value === theirs.movie.movie_id
                ? theirs.movie.movie_title
                : value === edited.movie.movie_id
                  ? edited.movie.movie_title
                  : value
              : value
          }
          isSaving={change.isPending}
          onClose={() => setTheirs(undefined)}
          onSave={(draft) => save(draft, { version: theirs.version })}
        />
      )}
    </>
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
