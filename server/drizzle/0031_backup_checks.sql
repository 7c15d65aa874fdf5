CREATE TABLE "backup_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"copy" text,
	"outcome" text NOT NULL,
	"files" integer NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "imported_files" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"path" text NOT NULL,
	"sha256" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "progress" jsonb;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "imported_files" ADD CONSTRAINT "imported_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_files" ADD CONSTRAINT "imported_files_owner_id_profiles_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backup_checks_newest" ON "backup_checks" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "imported_files_of_content" ON "imported_files" USING btree ("owner_id","sha256");