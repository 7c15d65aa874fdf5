import guide from '../../../../docs/guide.md?raw'
import sizes from '../guide-pictures.json'
import { blocksOf, Line } from '../markdown.tsx'
import { PageTop } from '../parts.tsx'

const [, lead, ...blocks] = blocksOf(guide)
const contents = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))

/** A picture of the guide, with its size, so that nothing moves while it loads. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const name = /([\w-]+)\.webp$/.exec(src)?.[1] ?? ''
  const [width, height] = (sizes as Record<string, number[]>)[name] ?? []
  return (
    <figure>
      <img
        src={src.replace(/^.*\/public\//, '/')}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </figure>
  )
}

function Block({ block }: { block: (typeof blocks)[number] }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3'
      return <Heading id={block.id}>{block.text}</Heading>
    }
    case 'picture':
      return <Picture src={block.src} alt={block.alt} />
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      )
  }
}

/** Page /guide: docs/guide.md as a page that prints well. */
export const Guide = () => (
  <>
    <PageTop title="Guide">{lead?.kind === 'paragraph' && <Line text={lead.text} />}</PageTop>
    <div className="legal">
      <nav aria-label="On this page" className="contents">
        <h2>On this page</h2>
        <ol>
          {contents.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose guide">
        {blocks.map((block) => (
          <Block key={JSON.stringify(block)} block={block} />
        ))}
      </div>
    </div>
  </>
)
