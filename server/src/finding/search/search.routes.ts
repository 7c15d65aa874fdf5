import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { wordsOf } from '../../platform/search.ts'
import { searchClients } from './clients.ts'
import { searchDocuments } from './documents.ts'
import { searchMatters } from './matters.ts'
import { searchPeople } from './people.ts'
import { searchRequests } from './requests.ts'

const nothing = { documents: [], texts: [], clients: [], matters: [], people: [], requests: [] }

/** Finds each group by a query of its own that reads little, all on one snapshot. */
export const searchHandlers = ({ words }: Services) =>
  ({
    'GET /api/search': {
      kind: 'snapshot',
      run: async (ctx, { query: { text } }) => {
        if (wordsOf(text).length === 0) return nothing
        const inDocuments = await searchDocuments(ctx, words, text)
        return {
          ...inDocuments,
          clients: await searchClients(ctx, text),
          matters: await searchMatters(ctx, text),
          people: await searchPeople(ctx, text),
          requests: await searchRequests(ctx, text),
        }
      },
    },
  }) satisfies Partial<Handlers>
