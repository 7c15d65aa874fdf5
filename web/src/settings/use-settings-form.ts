import { success } from '@deedbox/contract/messages.ts'
import type { SettingChange, SettingName, Settings } from '@deedbox/contract/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { noticeSession, queryClient, refreshSession } from '../lib/query.ts'
import { toast } from '../ui/toast.tsx'
import { type Draft, merged, overtaken, remaining, sent, typed } from './draft.ts'
import { problemsOf } from './problems.ts'

const key = ['settings'] as const

/** Keeps the settings as stored and as typed. Typed values stay until they are stored or discarded. */
export function useSettingsForm() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/settings', { signal }),
  })
  const [typedHere, setDraft] = useState<Draft>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  if (!data) return { form: null, error, retry: refetch }

  const draft = remaining(typedHere, data.values)
  const values = merged(data.values, draft)

  async function save() {
    if (busy) return
    const problems = problemsOf(values)
    setErrors(problems)
    setFailure(null)
    if (Object.keys(problems).length > 0) return focusFirst(problems)
    setBusy(true)
    try {
      queryClient.setQueryData(key, await call('PUT /api/settings', { body: sent(draft) }))
      setDraft({})
      toast.success(success.settings)
      void refreshSession()
    } catch (problem) {
      noticeSession(problem)
      const fields = problem instanceof ApiError ? withoutPrefix(problem.fields) : {}
      const overtook = problem instanceof ApiError && problem.code === 'setting-changed'
      // Fetch the stored values, so that the fields show both.
      if (overtook) await refetch()
      else setErrors(fields)
      if (overtook || Object.keys(fields).length === 0) setFailure(problem)
      focusFirst(fields)
    } finally {
      setBusy(false)
    }
  }

  const form = {
    values,
    stored: data.values,
    defaults: data.defaults,
    errors,
    failure,
    busy,
    unsaved: Object.keys(draft).length,
    overtaken: overtaken(draft, data.values),
    lastChange: (name: SettingName): SettingChange | undefined =>
      data.changes.find(({ setting }) => setting === name),
    set<Name extends SettingName>(name: Name, value: Settings[Name]) {
      setDraft((now) => typed(now, data.values, name, value))
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !field.startsWith(name))))
    },
    /** Keeps the typed value of an overtaken setting. */
    keepMine(name: SettingName) {
      setDraft((now) => ({ ...now, [name]: { value: values[name], was: data.values[name] } }))
      setFailure(null)
    },
    /** Takes the other administrator's value. */
    takeTheirs(name: SettingName) {
      setDraft(({ [name]: _, ...others }) => others)
      setFailure(null)
    },
    giveUp() {
      setDraft({})
      setErrors({})
      setFailure(null)
    },
    save,
  }
  return { form, error: null, retry: refetch }
}

export type SettingsForm = NonNullable<ReturnType<typeof useSettingsForm>['form']>

const withoutPrefix = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^changes\./, ''), text]))

/** Focuses the first field after React has rendered the messages, so that a screen reader reads them with it. */
function focusFirst(fields: Record<string, string>): void {
  requestAnimationFrame(() => {
    const ids = Object.keys(fields).map((name) => `[id="${name}"]`)
    if (ids.length > 0) document.querySelector<HTMLElement>(ids.join(','))?.focus()
  })
}
