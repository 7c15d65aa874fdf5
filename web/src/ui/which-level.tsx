import { accessLevelLabels, type accessLevels } from '@deedbox/contract/document-terms.ts'
import { Radio, type RadioGroupProps, Stack } from '@mantine/core'
import { WhatIsThis } from './what-is-this.tsx'

export type AccessLevel = (typeof accessLevels)[number]

/** Field for the access level. `unchanged` also offers to keep it (''), for an existing grant. */
export function WhichLevel({
  unchanged = false,
  ...group
}: Omit<RadioGroupProps, 'children' | 'label'> & { unchanged?: boolean }) {
  return (
    <Radio.Group
      label="Access level"
      description={
        <>
          Every page shown in Deedbox carries the reader’s email address and the time.{'\u00a0'}
          <WhatIsThis topic="watermark" />
        </>
      }
      {...group}
    >
      <Stack gap="xs" mt={6}>
        {unchanged && <Radio value="" label="As it is" />}
        <Radio
          value="download"
          label={accessLevelLabels.download}
          description="Read the pages in Deedbox and download the original file."
        />
        <Radio
          value="view"
          label={accessLevelLabels.view}
          description="Read the pages in Deedbox only, without the original file."
        />
      </Stack>
    </Radio.Group>
  )
}
