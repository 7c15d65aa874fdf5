import { accessLevelLabels, type accessLevels } from '@deedbox/contract/document-terms.ts'
import { Radio, type RadioGroupProps, Stack } from '@mantine/core'

export type AccessLevel = (typeof accessLevels)[number]

/** At which level somebody has access. `unchanged`: also to leave it as it is (''), for a grant that there is. */
export function WhichLevel({
  unchanged = false,
  ...group
}: Omit<RadioGroupProps, 'children' | 'label'> & { unchanged?: boolean }) {
  return (
    <Radio.Group
      label="Access level"
      description="Every page shown in Deedbox carries the reader’s email address and the time."
      {...group}
    >
      <Stack gap="xs" mt={6}>
        {unchanged && <Radio value="" label="As it is" />}
        <Radio
          value="download"
          label={accessLevelLabels.download}
          description="To read the pages in Deedbox, and to keep the original file."
        />
        <Radio
          value="view"
          label={accessLevelLabels.view}
          description="To read the pages in Deedbox only; never the file."
        />
      </Stack>
    </Radio.Group>
  )
}
