import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, type CallInput, call } from '../lib/api.ts'

export type WholePacket = Answer<'GET /api/packets/:packetId'>['packet']
export type Packet = Answer<'GET /api/packets'>['packets'][number]
export type Original = WholePacket['contents'][number]
export type CustodyEntry = WholePacket['entries'][number]
export type CustodyPaper = CustodyEntry['papers'][number]
export type Place = Answer<'GET /api/places'>['places'][number]

// Packets belong to their matters: events of matters refresh them.
const key = ['matters', 'custody'] as const
type Query = Omit<NonNullable<CallInput<'GET /api/packets'>['query']>, 'cursor'>

export const usePackets = (query: Query) =>
  useInfiniteQuery({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/packets', {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

/** A packet by its id, or by its number as its label has it. */
export const usePacket = (idOrNumber: string) =>
  useQuery({
    queryKey: [...key, 'one', idOrNumber],
    queryFn: async ({ signal }) => {
      const isId = /^[0-9a-f]{8}-/i.test(idOrNumber)
      const packetId = isId
        ? idOrNumber
        : (await call('GET /api/packets/by-number', { query: { number: idOrNumber }, signal })).packetId
      return (await call('GET /api/packets/:packetId', { params: { packetId }, signal })).packet
    },
  })

export const usePlaces = () =>
  useQuery({
    queryKey: [...key, 'places'],
    queryFn: async ({ signal }) => (await call('GET /api/places', { signal })).places,
  })

export const useOriginalsOf = (documentId: string) =>
  useQuery({
    queryKey: [...key, 'of-document', documentId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/documents/:documentId/originals', { params: { documentId }, signal })).originals,
  })
