import { Button, PasswordInput } from '@mantine/core'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { factors } from '#contract/factors.ts'
import type { TwoFactorRequired } from '#contract/session.ts'
import { call } from '../api/client.ts'
import { confirmThere } from '../api/provider.ts'
import { useMe } from '../api/session.ts'
import type { Reauthentication } from '../api/reauthentication.ts'
import { config } from '../config.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FactorFields, firstTyped, type TypedCode } from '../ui/FactorFields.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ReauthenticationDialog.module.css'

/** Confirms the person's identity before a sensitive action: with two-factor authentication, else the password. */
export function ReauthenticationDialog({
  opened,
  reauthenticate,
}: {
  opened: boolean
  reauthenticate: Reauthentication
}) {
  const id = useId()
  const [required, setRequired] = useState<TwoFactorRequired>()
  const [typed, setTyped] = useState<TypedCode>()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<AbortController>()
  const { provider } = useMe()
  const hasFactor = required && !required.methods.includes('password')
  /** People who signed in at a provider confirm there, because they may have no password here. */
  const there = !hasFactor && config.providers.find(({ id: of }) => of === provider)

  useEffect(() => () => waiting?.abort(), [waiting])

  /** Because a challenge allows few attempts, each one requests a new challenge. */
  const ask = async () => {
    const { data } = await call(factors.confirmOptions)
    setRequired(data)
    return data
  }
  useEffect(() => {
    ask().then(
      (data) => setTyped(firstTyped(data)),
      (failure: unknown) => setError((failure as Error).message),
    )
  }, [])

  const confirm = async (body: () => Promise<Parameters<typeof call<typeof factors.confirm>>[1]>) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await call(factors.confirm, (await body())!)
      reauthenticate.answer(true)
    } catch (failure) {
      setError((failure as Error).message)
      if (hasFactor) await ask().catch(() => undefined)
      setBusy(false)
    }
  }
  const byPasskey = async () => {
    const { signWithPasskey } = await import('../api/passkey.ts')
    const assertion = await signWithPasskey(required!.passkey!)
    return { body: { challengeToken: required!.challengeToken, proof: { method: 'passkey' as const, assertion } } }
  }
  const byProvider = async () => {
    waiting?.abort()
    const next = new AbortController()
    setWaiting(next)
    setError(undefined)
    try {
      await confirmThere(next.signal)
      reauthenticate.answer(true)
    } catch (failure) {
      setWaiting(undefined)
      setError((failure as Error).message)
    }
  }
  const isReady = hasFactor ? Boolean(typed?.code.trim()) : password !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Because the dialog may be inside a form in React's tree, whose submit must not run.
    event.stopPropagation()
    if (!isReady) return
    void confirm(async () => ({
      body: hasFactor ? { challengeToken: required.challengeToken, proof: typed! } : { password },
    }))
  }

  return (
    <Dialog
      opened={opened}
      onClose={() => reauthenticate.answer(false)}
      title="Confirm it’s you"
      size="sm"
      footer={
        <>
          <Button variant="default" onClick={() => reauthenticate.answer(false)}>
            Cancel
          </Button>
          {there ? (
            <Button data-autofocus onClick={() => void byProvider()}>
              {waiting ? 'Open the window again' : `Continue with ${there.name}`}
            </Button>
          ) : (
            (!hasFactor || typed) && (
              <Button type="submit" form={id} loading={isBusy && isReady} disabled={!isReady}>
                Confirm
              </Button>
            )
          )}
        </>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={submit}>
        <p className={styles.reason}>
          Confirm it’s you before you handle money, personal data or access. We ask every 10 minutes.
        </p>
        {there && waiting && (
          <p className={styles.reason} role="status">
            Confirm in the window that opened. This page continues automatically.
          </p>
        )}
        {there && error && (
          <p className={styles.reason} role="alert">
            {error}
          </p>
        )}
        {!required && !there && (error ? <p className={styles.reason}>{error}</p> : <Skeleton height={60} />)}
        {hasFactor && (
          <FactorFields
            required={required}
            typed={typed}
            onType={(next) => {
              setTyped(next)
              setError(undefined)
            }}
            onPasskey={() => void confirm(byPasskey)}
            isBusy={isBusy}
            error={error}
          />
        )}
        {required && !hasFactor && !there && (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            maxLength={200}
            data-autofocus
            autoFocus
            value={password}
            error={error}
            onChange={({ currentTarget }) => {
              setPassword(currentTarget.value)
              setError(undefined)
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
