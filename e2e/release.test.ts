import { dayMs } from '../contract/src/durations.ts'
import { examine } from './support/examine.ts'
import { deed } from './support/files.ts'
import { expect, test } from './support/test.ts'

test('a nominee is named, accepts, asks with evidence, and reads the will when the period is over; the owner ends it', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const owner = await deedbox.person('requestor', { name: 'Ada Quill' })
  const nora = await deedbox.person('requestor', { name: 'Nora Quill' })
  const title = 'Will of Ada Quill'
  const documentId = await deedbox.upload(owner, title, await deed('Will', 4))
  const page = await visit(owner, `/documents/${documentId}`)
  await page.getByRole('button', { name: 'Name nominees' }).click()
  const naming = page.getByRole('dialog', { name: `Name nominees for ${title}` })
  await naming.getByRole('button', { name: 'Name nominees' }).click()
  await expect(naming.getByText('Please enter a name and an email address for each nominee')).toBeVisible()
  await naming.getByLabel('Name', { exact: false }).first().fill('Nora Quill')
  await naming.getByLabel('Email').fill(nora.email)
  await naming.getByLabel('Waiting period, days').fill('14')
  await naming.getByLabel('Evidence that they must bring').fill('A certificate of death')
  await naming.getByLabel('A trustee must agree').check()
  await naming.getByLabel('Away from').fill('20 Dec 2035')
  await naming.getByLabel('Away until').fill('1 Dec 2035')
  await naming.getByRole('button', { name: 'Add another absence' }).click()
  await expect(naming.getByText('The last day is before the first')).toBeVisible()
  await naming.getByLabel('Away until').fill('10 Jan 2036')
  await naming.getByRole('button', { name: 'Add another absence' }).click()
  await expect(naming.getByText('20 Dec 2035 to 10 Jan 2036')).toBeVisible()
  await expect(
    naming.getByText(
      'If Nora Quill asks with evidence (A certificate of death), a trustee agrees and nobody vetoes it for 14 days, then for 90 days they may view “Will of Ada Quill”.',
      { exact: false },
    ),
  ).toBeVisible()
  await examine(page, 'nominees-name')
  await naming.getByRole('button', { name: 'Name nominees' }).click()
  await expect(page.getByText('Nominee named', { exact: true })).toBeVisible()
  await examine(page, 'document-nominees')

  const hers = await visit(nora, '/releases')
  await expect(hers.getByRole('heading', { name: 'Papers of Ada Quill' })).toBeVisible()
  await expect(hers.getByText(title)).toHaveCount(0)
  await hers.getByRole('button', { name: 'Accept' }).click()
  await hers.getByRole('button', { name: 'Ask for access' }).click()
  const asking = hers.getByRole('dialog', { name: 'Ask for papers of Ada Quill' })
  await asking.getByLabel('What has happened').fill('My mother died on Sunday.')
  await examine(hers, 'release-ask')
  await asking.getByRole('button', { name: 'Ask for access' }).click()
  await expect(hers.getByText('Evidence is missing', { exact: false })).toBeVisible()
  await expect(hers.getByText('Other nominees have not asked', { exact: false })).toHaveCount(0)
  await hers.getByLabel('Evidence').setInputFiles({
    name: 'certificate.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Certificate of death'),
  })
  await expect(hers.getByText('1 file of evidence')).toBeVisible()
  await examine(hers, 'release-nominee')

  const theirs = await visit(trustee, '/dashboard')
  await expect(theirs.getByText('1 release waits for its time')).toBeVisible()
  await theirs.goto('/releases')
  await expect(theirs.getByRole('link', { name: 'Evidence of Nora Quill: certificate.txt' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Agree to what Nora Quill asks for' }).click()
  await expect(theirs.getByText('Access begins', { exact: false })).toBeVisible()
  await examine(theirs, 'releases')

  await deedbox.shift(14 * dayMs)
  await hers.goto('/releases')
  await hers.getByRole('link', { name: title }).click()
  await expect(hers.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await examine(hers, 'release-open')
  await hers.goto('/access')
  await expect(hers.getByRole('region', { name: 'By a release' })).toContainText('Ada Quill')
  await theirs.goto(`/documents/${documentId}`)
  await expect(theirs.getByRole('region', { name: 'By a release' })).toContainText('Nora Quill')

  await page.goto('/releases')
  await page.getByRole('button', { name: 'End access' }).click()
  const ending = page.getByRole('dialog', { name: 'End this access?' })
  await ending.getByLabel('Reason').fill('I was travelling')
  await ending.getByRole('button', { name: 'End access' }).click()
  await expect(page.getByText('Ended by Ada Quill', { exact: false })).toBeVisible()
  await hers.reload()
  // A phone has no room for the lead of a page.
  await expect(hers.getByText('What was shared with you')).toBeAttached()
  await expect(hers.getByRole('region', { name: 'By a release' })).toHaveCount(0)
  await hers.goto(`/documents/${documentId}`)
  await expect(hers.getByText('Document not found')).toBeVisible()
})

test('a trustee names two nominees for chosen documents of a matter on the client’s instruction, and they read whose papers they are', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const nora = await deedbox.person('guest', { name: 'Nora Quill' })
  const made = await deedbox.call(trustee, 'POST', '/api/matters', {
    name: 'Quill Family Trust',
    kind: 'family_trust',
  })
  const { matter } = (await made.json()) as { matter: { id: string } }
  const documentIds = [
    await deedbox.upload(trustee, 'Deed of settlement', await deed('Deed', 4)),
    await deedbox.upload(trustee, 'Deed of variation', await deed('Variation', 4)),
    await deedbox.upload(trustee, 'Instruction of Edna', await deed('Instruction', 4)),
  ]
  await deedbox.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds })
  const page = await visit(trustee, `/matters/${matter.id}`)
  await page.getByRole('button', { name: 'Name nominees' }).click()
  const naming = page.getByRole('dialog', { name: 'Name nominees for Quill Family Trust' })
  await naming.getByRole('button', { name: 'Add a nominee' }).click()
  for (const [at, name] of ['Nora Quill', 'Ned Quill'].entries()) {
    const nominee = naming.getByRole('group', { name: `Nominee ${at + 1}` })
    await nominee.getByLabel('Name').fill(name)
    await nominee.getByLabel('Email').fill(at === 0 ? nora.email : 'ned.quill@example.com')
  }
  await naming.getByLabel('Documents that I choose').check()
  await naming.getByRole('button', { name: 'Name nominees' }).click()
  await expect(naming.getByText('Please choose a document', { exact: true })).toBeVisible()
  await naming.getByRole('combobox', { name: 'Document 1' }).click()
  await page.getByRole('option', { name: 'Deed of settlement' }).click()
  await naming.getByLabel('A last day').check()
  await naming.getByRole('textbox', { name: /^Last day/ }).fill('1 Mar 2036')
  await expect(
    naming.getByText(
      'If Nora Quill or Ned Quill asks and nobody vetoes it for 30 days (Ned Quill: 37 days), then until Saturday 1 March 2036 they may view 1 document of “Quill Family Trust”.',
    ),
  ).toBeVisible()
  await expect(naming.getByLabel('A client’s')).toBeChecked()
  await expect(naming.getByLabel('Name of the client')).toHaveValue('')
  await naming.getByRole('button', { name: 'Name nominees' }).click()
  await expect(naming.getByText('This field is required')).toHaveCount(2)
  await naming.getByLabel('Name of the client').fill('Edna Quill')
  await expect(
    naming.getByText('Nominees are told that these are papers of Edna Quill, and no title.', {
      exact: false,
    }),
  ).toBeVisible()
  await naming.getByRole('combobox', { name: 'The client’s written instruction' }).click()
  await page.getByRole('option', { name: 'Instruction of Edna' }).click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await examine(page, 'nominees-of-matter')
  await naming.getByRole('button', { name: 'Name nominees' }).click()
  await expect(page.getByText('Nominees named', { exact: true })).toBeVisible()
  await expect(
    page.getByText('they may view 1 document of “Quill Family Trust”', { exact: false }),
  ).toBeVisible()
  await expect(page.getByText(/^Ned Quill, .+: has not answered · waits 7 days longer$/)).toBeVisible()
  const { subject } = await deedbox.mail.next(({ deliveredTo }) => deliveredTo === nora.email)
  expect(subject).toBe('Margaret Chen named you as a nominee on behalf of Edna Quill')
  const hers = await visit(nora, '/releases')
  await expect(hers.getByRole('heading', { name: 'Papers of Edna Quill' })).toBeVisible()
  await expect(hers.getByText('for 30 days, then until', { exact: false })).toContainText(
    'papers of Edna Quill',
  )
  await expect(hers.getByText('Deed of settlement')).toHaveCount(0)
  await hers.getByRole('button', { name: 'Accept' }).click()
  await hers.getByRole('button', { name: 'Ask for access' }).click()
  await expect(
    hers
      .getByRole('dialog', { name: 'Ask for papers of Edna Quill' })
      .getByText('Margaret Chen', { exact: false }),
  ).toBeVisible()
  await examine(hers, 'release-ask-of-client')
})

test('an owner vetoes what a nominee asks for, from the dashboard', async ({ deedbox, visit }) => {
  const owner = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const ned = await deedbox.person('guest', { name: 'Ned Quill' })
  const documentId = await deedbox.upload(owner, 'Power of attorney', await deed('Power', 4))
  const named = await deedbox.call(owner, 'POST', '/api/nominations', {
    ...{ documentId, waitDays: 7, lastsDays: 30 },
    nominees: [{ name: 'Ned Quill', email: ned.email }],
  })
  const { nomination } = (await named.json()) as { nomination: { nominees: { id: string }[] } }
  const nominee = `/api/nominated/${nomination.nominees[0]?.id}`
  await deedbox.call(ned, 'POST', `${nominee}/accept`)
  await deedbox.call(ned, 'POST', `${nominee}/ask`, { message: 'She does not answer the telephone' })
  const page = await visit(owner, '/dashboard')
  await page.getByRole('link', { name: 'Look, or veto' }).click()
  await expect(page.getByText('She does not answer the telephone')).toBeVisible()
  await page.getByRole('button', { name: 'Veto' }).click()
  const veto = page.getByRole('dialog', { name: 'Veto this release?' })
  await veto.getByRole('button', { name: 'Veto' }).click()
  await expect(veto.getByText('This field is required')).toBeVisible()
  await veto.getByLabel('Reason').fill('I am well')
  await examine(page, 'release-veto')
  await veto.getByRole('button', { name: 'Veto' }).click()
  await expect(page.getByText('Vetoed by Margaret Chen', { exact: false })).toBeVisible()
  const his = await visit(ned, '/releases')
  await expect(his.getByText('I am well', { exact: false })).toBeVisible()
  await examine(his, 'release-vetoed')
  await deedbox.call(ned, 'POST', `${nominee}/ask`, { message: 'Let us try it', rehearsal: true })
  await page.goto('/releases')
  await page.getByRole('button', { name: 'End rehearsal' }).click()
  const ending = page.getByRole('dialog', { name: 'End this rehearsal?' })
  await ending.getByLabel('Reason').fill('It went well')
  await ending.getByRole('button', { name: 'End rehearsal' }).click()
  await expect(page.getByText('Rehearsal: ended').first()).toBeVisible()
})

test('a daughter asks to inspect a will and brings evidence, and a trustee gives it and an earlier one', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const nora = await deedbox.person('guest', { name: 'Nora Quill' })
  await deedbox.runJobs()
  for (const title of ['Will of Bea Quill', 'Former testament of Bea Quill'])
    await deedbox.upload(trustee, title, await deed(title, 4))
  const hers = await visit(nora, '/inspect')
  await expect(hers.getByLabel('Why you may ask').locator('option')).not.toHaveCount(1)
  await hers.getByRole('button', { name: 'Ask to inspect' }).click()
  await expect(hers.getByText('This field is required').first()).toBeVisible()
  await hers.getByLabel('Your email').fill('nora at home')
  await hers.getByRole('button', { name: 'Ask to inspect' }).click()
  await expect(hers.getByText('Please enter a valid email address')).toBeVisible()
  await hers.getByLabel('Your name').fill('Nora Quill')
  await hers.getByLabel('Your email').fill(nora.email)
  await hers.getByLabel('Name of the person who has died').fill('Bea Quill')
  const ground = hers.getByLabel('Why you may ask')
  await ground.selectOption({ index: 2 })
  const act = await ground.locator('optgroup').first().getAttribute('label')
  await expect(ground).toHaveAccessibleDescription(act ?? 'an Act')
  await hers.getByLabel('What you were to them').fill('I am her daughter and have the certificate of death.')
  await examine(hers, 'inspect')
  await deedbox.shift(5_000)
  await hers.getByRole('button', { name: 'Ask to inspect' }).click()
  await expect(hers.getByText('Your request was sent')).toBeVisible()

  const { text: mailed } = await deedbox.mail.next(
    ({ subject }) => subject === 'Your request to inspect a will',
  )
  await hers.goto(new URL(/https?:\S+\/inspect\/evidence\/[\w%.-]+/.exec(mailed ?? '')?.[0] ?? '').pathname)
  const evidence = (name: string, text: string) =>
    hers.getByLabel('Evidence', { exact: true }).setInputFiles({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
  const cut = await visit(null, `${new URL(hers.url()).pathname.slice(0, -20)}`)
  await expect(cut.getByRole('alert')).toContainText('This link is not good any more.')
  await evidence('nothing.txt', '')
  await expect(hers.getByText('Failed to send the file')).toBeVisible()
  await evidence('certificate.txt', 'Certificate of death of Bea Quill')
  await expect(hers.getByRole('listitem').filter({ hasText: 'certificate.txt' })).toBeVisible()
  await expect(hers.getByText('Failed to send the file')).toHaveCount(0)
  await examine(hers, 'inspect-evidence')
  await hers.reload()
  await expect(hers.getByText('Files that came before: 1')).toBeVisible()

  const page = await visit(trustee, '/dashboard')
  await expect(page.getByText('1 person asks to inspect a will')).toBeVisible()
  await page.goto('/inspections')
  await expect(page.getByRole('heading', { name: 'Will of Bea Quill' })).toBeVisible()
  await examine(page, 'inspections')
  await page.getByRole('link', { name: 'Evidence of Nora Quill: certificate.txt' }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(page.getByText('Certificate of death of Bea Quill')).toBeVisible()
  await page.goto('/inspections')
  await page.getByRole('button', { name: 'Let them inspect' }).click()
  const giving = page.getByRole('dialog', { name: 'Let Nora Quill inspect the will of Bea Quill' })
  await giving.getByRole('button', { name: 'Add an earlier will' }).click()
  for (const [label, title] of [
    ['Will', 'Will of Bea Quill'],
    ['Earlier will 1', 'Former testament of Bea Quill'],
  ] as const) {
    await giving.getByRole('combobox', { name: label, exact: true }).fill(title)
    await page.getByRole('option', { name: title }).click()
  }
  await giving.getByLabel('Last day').fill('in 30 days')
  await examine(page, 'inspection-give')
  await giving.getByRole('button', { name: 'Let them inspect' }).click()
  await expect(page.getByText('Nora Quill may inspect it now')).toBeVisible()
  await hers.reload()
  await expect(hers.getByRole('alert')).toContainText('Somebody has decided this request already.')
  await page.goto('/inspections?status=decided')
  await expect(page.getByRole('link', { name: 'Former testament of Bea Quill' })).toBeVisible()
  await expect(page.getByText(/^View only, until the end of \d+ \w+ \d{4}$/)).toBeVisible()
  await hers.goto('/documents')
  await expect(hers.getByText('Will of Bea Quill', { exact: true }).first()).toBeVisible()
})

test('somebody who is not entitled is refused, in words that tell nothing of what is kept', async ({
  deedbox,
  visit,
}) => {
  const trustee = await deedbox.person('trustee', { name: 'Margaret Chen' })
  const piers = await deedbox.person('guest', { name: 'Piers Holt' })
  await deedbox.runJobs()
  await deedbox.upload(trustee, 'Will of Cora Quill', await deed('Will', 4))
  const his = await visit(piers, '/inspect')
  await his.getByLabel('Your name').fill('Piers Holt')
  await his.getByLabel('Your email').fill(piers.email)
  await his.getByLabel('Name of the person who has died').fill('Cora Quill')
  await his.getByLabel('Why you may ask').selectOption({ index: 1 })
  await his.getByLabel('What you were to them').fill('She owed me money.')
  await deedbox.shift(5_000)
  await his.getByRole('button', { name: 'Ask to inspect' }).click()
  await expect(his.getByText('Your request was sent')).toBeVisible()
  await examine(his, 'inspect-sent')

  const page = await visit(trustee, '/inspections')
  await page.getByRole('button', { name: 'Refuse' }).click()
  const refusing = page.getByRole('dialog', { name: 'Refuse Piers Holt the will of Cora Quill?' })
  const told = 'What you wrote does not show that you are entitled to inspect a will.'
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  await expect(refusing.getByText('Please choose what they are told')).toBeVisible()
  await refusing.getByLabel(told).check()
  await refusing.getByLabel('Note').fill('The will names only her nephew')
  await examine(page, 'inspection-refuse')
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('Request refused', { exact: true })).toBeVisible()
  await page.goto('/inspections?status=decided')
  await expect(page.getByText(told, { exact: false })).toBeVisible()
  await expect(page.getByText('The will names only her nephew')).toBeVisible()
  await examine(page, 'inspections-decided')
  await his.goto('/documents')
  await expect(his.getByText('Will of Cora Quill')).toHaveCount(0)
})
