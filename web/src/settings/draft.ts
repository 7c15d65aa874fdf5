import type { SettingName, Settings } from '@deedbox/contract/settings.ts'

/** Typed values of settings, with the stored values at that time. */
export type Draft = { [Name in SettingName]?: { value: Settings[Name]; was: Settings[Name] } }

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const namesOf = (draft: Draft) => Object.keys(draft) as SettingName[]

/** Returns the settings with the draft's values. */
export const merged = (stored: Settings, draft: Draft): Settings => ({
  ...stored,
  ...Object.fromEntries(namesOf(draft).map((name) => [name, draft[name]?.value])),
})

/** Returns the draft with another value; a value that is stored already needs no draft. */
export function typed<Name extends SettingName>(
  draft: Draft,
  stored: Settings,
  name: Name,
  value: Settings[Name],
): Draft {
  const was = draft[name]?.was ?? stored[name]
  const { [name]: _, ...others } = draft
  return same(value, was) && same(was, stored[name])
    ? (others as Draft)
    : { ...draft, [name]: { value, was } }
}

/** Lists the settings that another administrator changed to something else since they were typed here. */
export const overtaken = (draft: Draft, stored: Settings): SettingName[] =>
  namesOf(draft).filter(
    (name) => !same(draft[name]?.was, stored[name]) && !same(draft[name]?.value, stored[name]),
  )

/** Removes the drafts that are stored by now, by any administrator. */
export const remaining = (draft: Draft, stored: Settings): Draft =>
  Object.fromEntries(
    namesOf(draft)
      .filter((name) => !same(draft[name]?.value, stored[name]))
      .map((name) => [name, draft[name]]),
  ) as Draft

/** Returns the body of a change. */
export const sent = (draft: Draft) => ({
  changes: Object.fromEntries(namesOf(draft).map((name) => [name, draft[name]?.value])) as Partial<Settings>,
  was: Object.fromEntries(namesOf(draft).map((name) => [name, draft[name]?.was])) as Partial<Settings>,
})
