CREATE TABLE "content_paths" (
	"path" text PRIMARY KEY NOT NULL,
	"document_id" uuid,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deployment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"store_marked_at" timestamp (3) with time zone,
	"sweep_refused_at" timestamp (3) with time zone,
	"sweep_reported_at" timestamp (3) with time zone,
	"sweep_files" integer
);
--> statement-breakpoint
CREATE TABLE "unrecorded_content" (
	"path" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	"known" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "deployment_only_one" ON "deployment" USING btree ((true));--> statement-breakpoint
CREATE INDEX "unrecorded_content_newest" ON "unrecorded_content" USING btree ("stored_at","path");--> statement-breakpoint
CREATE INDEX "unrecorded_content_moved" ON "unrecorded_content" USING btree ("moved_at");--> statement-breakpoint
INSERT INTO "content_paths" ("path", "document_id", "taken_at") SELECT "file_path", "id", "created_at" FROM "documents";
