import { startPrices } from '@deedbox/contract/offer.ts'
import { NumberInput, SimpleGrid, Switch } from '@mantine/core'
import { Setting } from './setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

type Field = { name: keyof typeof startPrices; label: string; prefix?: string; suffix?: string }

const fields: Field[] = [
  { name: 'basicDollars', label: 'Basic, a month', prefix: '$' },
  { name: 'basicDocuments', label: 'Basic has at most', suffix: ' documents' },
  { name: 'smallDollars', label: 'Small Business, a month', prefix: '$' },
  { name: 'smallDocuments', label: 'Small Business has at most', suffix: ' documents' },
  { name: 'trialDays', label: 'Free trial (0: none)', suffix: ' days' },
]

/** Fields for the prices on the public pages. */
export function PriceFields({ form }: { form: SettingsForm }) {
  const { prices } = form.values
  return (
    <Setting form={form} name="prices">
      <Switch
        id="prices"
        label="Prices"
        description="For a service that people pay for: the page Pricing, with a link above and below every page, and the prices in the terms. Nobody is charged by Deedbox, and nothing is limited by a plan."
        checked={prices !== null}
        onChange={(event) =>
          form.set('prices', event.currentTarget.checked ? (form.stored.prices ?? startPrices) : null)
        }
      />
      {prices && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
          {fields.map(({ name, label, prefix = '', suffix = '' }) => (
            <NumberInput
              key={name}
              id={`prices.${name}`}
              label={label}
              prefix={prefix}
              suffix={suffix}
              thousandSeparator=","
              allowNegative={false}
              allowDecimal={prefix === '$'}
              decimalScale={2}
              fixedDecimalScale={prefix === '$'}
              clampBehavior="none"
              value={prices[name]}
              error={form.errors[`prices.${name}`]}
              onChange={(value) => form.set('prices', { ...prices, [name]: Number(value) })}
            />
          ))}
        </SimpleGrid>
      )}
    </Setting>
  )
}
