import { IconHistory, IconLock, IconUserShield } from '@tabler/icons-react'
import { useDeployment } from '../lib/session.ts'
import classes from './detail.module.css'

const encrypted = 'The file is encrypted with AES-256-GCM, with its own key, before it is stored.'

/** Lists the notes; `hosting` is the operator's text about the place of the data. */
const notesOf = (hosting: string) => [
  {
    icon: IconLock,
    title: 'Encrypted storage',
    text: `${encrypted} ${hosting || 'The operator of this Deedbox decides where files are stored, and whether that is in Australia.'}`,
  },
  {
    icon: IconUserShield,
    title: 'Access control',
    text: 'Only its owner, the trustees and administrators responsible for it, and people who have been given access can open it. Pages opened by people who have been given access are marked with the reader’s email address and the time. Access ends the second it expires or is revoked.',
  },
  {
    icon: IconHistory,
    title: 'Audit trail',
    text: 'Every view and every change is recorded, with the person, the time and the IP address. These records cannot be changed or deleted.',
  },
]

/** The protection of a document in plain words (specification, section 2: security notes). */
export function SecurityNotes() {
  const { hosting } = useDeployment()
  return (
    <ul className={classes.notes}>
      {notesOf(hosting).map((note) => (
        <li key={note.title}>
          <note.icon size={20} stroke={1.5} aria-hidden="true" />
          <div>
            <strong>{note.title}</strong>
            <p>{note.text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
