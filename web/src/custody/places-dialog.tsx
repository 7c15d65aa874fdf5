import { placeText } from '@deedbox/contract/custody-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { type Place, usePlaces } from './queries.ts'

const nothing = { place: '', safe: '', shelf: '', position: '' }

/** The places in which packets lie: new ones are added, and old ones retired when nothing lies there. */
export function PlacesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = usePlaces()
  const form = useServerForm({
    initialValues: nothing,
    validate: { place: required },
    fieldOf: { 'place-exists': 'position' },
    async send(values) {
      const { place } = await call('POST /api/places', { body: values })
      toast.success(`${placeText(place)} is added`)
      // Ready for the next position of the same shelf.
      form.setValues({ ...values, position: '' })
      form.resetDirty({ ...values, position: '' })
      await refreshEverything()
    },
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, retiredAt }: Place) =>
      call('POST /api/places/:placeId/retire', {
        params: { placeId: id },
        body: { retired: retiredAt === null },
      }),
    onSuccess: refreshEverything,
    onError: (failure) => toast.failure(screen.placeFailed, failure),
  })
  const columns: Column<Place>[] = [
    {
      heading: 'Place',
      kind: 'main',
      cell: (place) => <Cut text={placeText(place) + (place.retiredAt ? ' (retired)' : '')} />,
    },
    {
      heading: 'Actions',
      kind: 'actions',
      width: '8rem',
      cell: (place) => (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={isPending && variables.id === place.id}
          aria-label={`${place.retiredAt ? 'Use again' : 'Retire'}: ${placeText(place)}`}
          onClick={() => mutate(place)}
        >
          {place.retiredAt ? 'Use again' : 'Retire'}
        </Button>
      ),
    },
  ]
  return (
    <Dialog onClose={onClose} title="Places" size="lg">
      <Stack>
        {error && !data ? (
          <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
        ) : data ? (
          data.length > 0 ? (
            <DataTable label="Places" columns={columns} rows={data} rowKey={({ id }) => id} />
          ) : (
            <Text c="dimmed">No places yet. Add the strong room, the safe, and each of its shelves.</Text>
          )
        ) : (
          <Skeleton height={80} role="status" aria-label="Loading the places" />
        )}
        <form noValidate onSubmit={form.submit}>
          <Stack>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label="Place" withAsterisk maxLength={100} {...form.getInputProps('place')} />
              <TextInput label="Safe" maxLength={100} {...form.getInputProps('safe')} />
              <TextInput label="Shelf" maxLength={100} {...form.getInputProps('shelf')} />
              <TextInput label="Position" maxLength={100} {...form.getInputProps('position')} />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              The words of a place never change, so that old entries stay true. Retire it and add another one
              instead.
            </Text>
            <FormFailure title={screen.placeFailed} error={form.failure} />
            <DialogButtons>
              <CancelButton onCancel={onClose} disabled={form.busy} />
              <SubmitButton busy={form.busy}>Add place</SubmitButton>
            </DialogButtons>
          </Stack>
        </form>
      </Stack>
    </Dialog>
  )
}
