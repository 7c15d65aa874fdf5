CREATE TABLE "document_words" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"hashes" bigint[] DEFAULT '{}' NOT NULL,
	"outcome" text NOT NULL,
	"reader" text NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_words_outcome" CHECK ("document_words"."outcome" in ('begun', 'read', 'partly', 'nothing', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "word_index" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" text NOT NULL,
	"reader" text DEFAULT '' NOT NULL,
	"walked_at" timestamp (3) with time zone,
	"walked_id" uuid,
	CONSTRAINT "word_index_one" CHECK ("word_index"."one")
);
--> statement-breakpoint
ALTER TABLE "document_words" ADD CONSTRAINT "document_words_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_words_hashes" ON "document_words" USING gin ("hashes");--> statement-breakpoint
CREATE INDEX "document_words_begun" ON "document_words" USING btree ("read_at") WHERE outcome = 'begun';--> statement-breakpoint
-- Hashes do not compress.
ALTER TABLE "document_words" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Through the index even where the planner expects many: it cannot know that two frequent words hardly ever meet.
CREATE FUNCTION deedbox_documents_with(wanted bigint[], most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SET enable_seqscan = off AS
$$ SELECT document_id FROM document_words WHERE hashes @> wanted LIMIT most $$;
