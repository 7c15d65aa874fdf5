import { IconHistory, IconLock, IconUserShield } from '@tabler/icons-react'
import classes from './detail.module.css'

const notes = [
  {
    icon: IconLock,
    title: 'Encrypted storage',
    text: 'The file is encrypted with AES-256-GCM, with its own key, before it is stored. The operator of this Deedbox decides where files are stored, and whether that is in Australia.',
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

/** What protects a document, in plain words (specification, section 2: security notes). */
export function SecurityNotes() {
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
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
